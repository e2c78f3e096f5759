"""A match as a page of its own: a Mini App of Telegram, or a link for anybody else."""
