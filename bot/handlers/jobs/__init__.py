"""The work of stored jobs: for each kind a function of the services and the job.

A text is made when it is posted, from what its readers may see. The nonce of each message is derived from
its job: if the bot is killed before the job is deleted, posting again makes no second message.
"""
