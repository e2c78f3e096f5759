BEGIN TRANSACTION;
CREATE TABLE blocks (
            player TEXT NOT NULL,
            blocked TEXT NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY (player, blocked),
            CHECK (player <> blocked)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "blocks" VALUES('5793be5c3a86a1ce8b','1fef1d93da8d90f1ff',130);
INSERT INTO "blocks" VALUES('a1a1a1a1a1a1a1a1a1','6792ee7375c37584f0',100);
INSERT INTO "blocks" VALUES('a1a1a1a1a1a1a1a1a1','e5e5e5e5e5e5e5e5e5',100);
INSERT INTO "blocks" VALUES('b2b2b2b2b2b2b2b2b2','a1a1a1a1a1a1a1a1a1',120);
CREATE TABLE boards (
            id TEXT PRIMARY KEY,
            match TEXT NOT NULL REFERENCES matches,
            platform TEXT NOT NULL,
            chat TEXT NOT NULL,
            private INTEGER NOT NULL,
            message TEXT,
            player TEXT,
            shown INTEGER NOT NULL,
            moved_to TEXT,
            latest INTEGER NOT NULL,
            behind INTEGER AS (shown < latest OR moved_to IS NOT NULL) VIRTUAL, notified TEXT, question INTEGER, made INTEGER NOT NULL DEFAULT 0, leased_by TEXT, leased_until INTEGER NOT NULL DEFAULT 0,
            UNIQUE (platform, chat, message)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "boards" VALUES('033d827de0f93077daa2','N8EYCP','web','@c6fd0d888841e7aa',1,'ac2294c78ebb0265','1fef1d93da8d90f1ff',19,NULL,19,NULL,NULL,1893457431,NULL,0);
INSERT INTO "boards" VALUES('06899523433f0a80cf78','ZFD4G2','telegram','-1001000000001',0,'-1001000000001/7',NULL,17,NULL,17,NULL,NULL,1893457367,NULL,0);
INSERT INTO "boards" VALUES('1c2d2e0e1762cd18168c','TBJ699','discord','@1985527309938982915',1,'1985527333372559450/1985532676546757266','6792ee7375c37584f0',18,NULL,18,NULL,NULL,1893458278,NULL,0);
INSERT INTO "boards" VALUES('1d3dcdb9a9d3ec21b5d9','CBW4YE','discord','@1985527309938982915',1,'1985527333372559450/1985527333620023388','53c57ccc83b8453080',43,NULL,43,NULL,NULL,1893457005,NULL,0);
INSERT INTO "boards" VALUES('23410bf592d05a00e2ce','4VNSTB','telegram','1001',1,'1001/124','5793be5c3a86a1ce8b',42,NULL,42,NULL,NULL,1893458627,NULL,0);
INSERT INTO "boards" VALUES('305b71943a201f379c75','HGDSJM','discord','@1985527309938982915',1,'1985527333372559450/1985529833320350056','6792ee7375c37584f0',4,NULL,4,NULL,NULL,1893457601,NULL,0);
INSERT INTO "boards" VALUES('4aab70741ca4c16cb9d3','ZFD4G2','telegram','1001',1,'1001/62','5793be5c3a86a1ce8b',17,NULL,17,NULL,NULL,1893457654,NULL,0);
INSERT INTO "boards" VALUES('532552a8b7e477265fa2','YBHF9N','telegram','-1001000000001',0,'-1001000000001/8',NULL,2,NULL,2,NULL,NULL,1893457401,NULL,0);
INSERT INTO "boards" VALUES('5af974d09aed38c77151','TBJ699','telegram','-1001000000001',0,'-1001000000001/17',NULL,18,NULL,18,NULL,NULL,1893457706,NULL,0);
INSERT INTO "boards" VALUES('5bab62b0548e49528898','NE3TXE','discord','@1985527309938982915',1,'1985527333372559450/1985532289165034080','6792ee7375c37584f0',8,NULL,8,NULL,NULL,1893458186,NULL,0);
INSERT INTO "boards" VALUES('655b07acc6cf8a81a452','HGDSJM','telegram','-1001000000001',0,'-1001000000001/16',NULL,4,NULL,4,NULL,NULL,1893457601,NULL,0);
INSERT INTO "boards" VALUES('784ff48e1a2e61ce5b63','YBHF9N','discord','@1985527309934788610',1,'1985527324971368535/1985528995638149368','1fef1d93da8d90f1ff',2,NULL,2,NULL,NULL,1893457401,NULL,0);
INSERT INTO "boards" VALUES('7e1e1f4b1582b4fc146e','NE3TXE','discord','1985527309947371525/1985527309951565830',0,'1985527309951565830/1985531844837245488',NULL,8,NULL,8,NULL,NULL,1893458080,NULL,0);
INSERT INTO "boards" VALUES('8b6f2453cd175acd73c0','N8EYCP','discord','1985527309947371525/1985527309951565830',0,'1985527309951565830/1985529107558957318',NULL,19,NULL,19,NULL,NULL,1893457428,NULL,0);
INSERT INTO "boards" VALUES('9e87678a97a969da213d','MM2P44','web','@c6fd0d888841e7aa',1,'497b431630bad5ad','1fef1d93da8d90f1ff',6,NULL,6,NULL,NULL,1893458202,NULL,0);
INSERT INTO "boards" VALUES('a0ff93734f3eee4218db','SP5SCD','web','@c6fd0d888841e7aa',1,'c29b4929842ea24b','1fef1d93da8d90f1ff',16,NULL,16,NULL,NULL,1893457755,NULL,0);
INSERT INTO "boards" VALUES('a1584c0ef93c45963df4','QJ4K72','telegram','-1001000000001',0,'-1001000000001/4',NULL,14,NULL,14,NULL,NULL,1893457024,NULL,0);
INSERT INTO "boards" VALUES('a79ee40d7c2ec5407499','MM2P44','telegram','1001',1,'1001/103','5793be5c3a86a1ce8b',6,NULL,6,NULL,NULL,1893458058,NULL,0);
INSERT INTO "boards" VALUES('ab5023117d7d089bd5aa','MM2P44','discord','@1985527309934788610',1,'1985527324971368535/1985532187289584219','1fef1d93da8d90f1ff',6,NULL,6,NULL,NULL,1893458162,NULL,0);
INSERT INTO "boards" VALUES('abe2b5345bd2784310f8','SP5SCD','discord','1985527309947371525/1985527309951565830',0,'1985527309951565830/1985530481747165611',NULL,16,NULL,16,NULL,NULL,1893457755,NULL,0);
INSERT INTO "boards" VALUES('b8fc922af9a7e7652567','J78NKC','telegram','-1001000000001',0,'-1001000000001/2',NULL,5,NULL,5,NULL,NULL,1893457023,NULL,0);
INSERT INTO "boards" VALUES('dfda2d260995c8d56d33','9G9TDG','web','@c6fd0d888841e7aa',1,'31429e1628e75d70','1fef1d93da8d90f1ff',2,NULL,2,NULL,NULL,1893457004,NULL,0);
INSERT INTO "boards" VALUES('f31bcda77c7365b29ca8','QJ4K72','telegram','1001',1,'1001/2','5793be5c3a86a1ce8b',14,NULL,14,NULL,NULL,1893457002,NULL,0);
INSERT INTO "boards" VALUES('fb0fc3225b66fed807aa','J78NKC','discord','@1985527309934788610',1,'1985527324971368535/1985527325172695129','d2f486be6678dbca50',5,NULL,5,NULL,NULL,1893457003,NULL,0);
CREATE TABLE bots (platform TEXT PRIMARY KEY, bot TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "bots" VALUES('discord','100000000000000000');
INSERT INTO "bots" VALUES('telegram','900');
INSERT INTO "bots" VALUES('web','here');
CREATE TABLE chat_settings (
            platform TEXT NOT NULL,
            place TEXT NOT NULL,
            language TEXT NOT NULL,
            theme TEXT NOT NULL,
            text_only INTEGER NOT NULL,
            challengers TEXT NOT NULL, words INTEGER NOT NULL DEFAULT 1, seeks INTEGER NOT NULL DEFAULT 0, results TEXT NOT NULL DEFAULT '', threads INTEGER NOT NULL DEFAULT 0, revision INTEGER NOT NULL DEFAULT 1,
            PRIMARY KEY (platform, place)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "chat_settings" VALUES('discord','1985527309947371525','ca','light',0,'everyone',1,0,'1985527309947371525/7',1,1);
INSERT INTO "chat_settings" VALUES('telegram','-1001','de','large',0,'everyone',0,0,'',0,1);
INSERT INTO "chat_settings" VALUES('web','channel','de','light',0,'everyone',1,1,'',0,1);
CREATE TABLE claims (
            name TEXT PRIMARY KEY,
            claimed_by TEXT NOT NULL,
            claimed_until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "claims" VALUES('daily','p1',1893458927);
CREATE TABLE credits (heard TEXT PRIMARY KEY, seconds INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "credits" VALUES('',99);
INSERT INTO "credits" VALUES('discord',99);
INSERT INTO "credits" VALUES('discord web',99);
INSERT INTO "credits" VALUES('telegram',99);
INSERT INTO "credits" VALUES('web',99);
CREATE TABLE daily_puzzles (
            platform TEXT NOT NULL,
            place TEXT NOT NULL,
            chat TEXT NOT NULL,
            zone TEXT NOT NULL,
            due INTEGER NOT NULL,
            PRIMARY KEY (platform, place)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "daily_puzzles" VALUES('discord','1985527309947371525','1985527309947371525','Europe/Vienna',1893458867);
INSERT INTO "daily_puzzles" VALUES('telegram','-1001','-1001','Europe/Vienna',1893459867);
INSERT INTO "daily_puzzles" VALUES('web','channel','channel','Europe/Vienna',1893460867);
CREATE TABLE deadlines (
            match TEXT NOT NULL REFERENCES matches,
            kind TEXT NOT NULL,
            seat INTEGER NOT NULL,
            began INTEGER NOT NULL,
            due INTEGER NOT NULL, heard TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (match, kind, seat)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "deadlines" VALUES('4VNSTB','forewarning',-1,1893458272,1895791072,'');
INSERT INTO "deadlines" VALUES('4VNSTB','last_hour',0,1893458272,1893713872,'telegram');
INSERT INTO "deadlines" VALUES('4VNSTB','reminder',0,1893458272,1893652672,'telegram');
INSERT INTO "deadlines" VALUES('4VNSTB','time',0,1893458272,1893717472,'telegram');
INSERT INTO "deadlines" VALUES('4VZEZZ','expiry',-1,1893458249,1893544649,'');
INSERT INTO "deadlines" VALUES('XXZYQM','forewarning',-1,1893457753,1895790553,'');
INSERT INTO "deadlines" VALUES('XXZYQM','last_hour',1,1893457753,1893713353,'discord web');
INSERT INTO "deadlines" VALUES('XXZYQM','reminder',1,1893457753,1893652153,'discord web');
INSERT INTO "deadlines" VALUES('XXZYQM','time',1,1893457753,1893716953,'discord web');
CREATE TABLE digest_key (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL) STRICT;
INSERT INTO "digest_key" VALUES(1,X'B19DD99F6BCEB30850350ECD07810B5B51A7FFDC067FB594E025AD5F97014A7F');
CREATE TABLE errands (
            kind TEXT NOT NULL,
            match TEXT NOT NULL,
            platform TEXT NOT NULL,
            place TEXT NOT NULL,
            chat TEXT NOT NULL,
            PRIMARY KEY (kind, match, platform, place)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "errands" VALUES('result','CBW4YE','discord','1985527309947371525','1985527309947371525/7');
INSERT INTO "errands" VALUES('stopped','HGDSJM','web','channel','channel');
INSERT INTO "errands" VALUES('thread','4VNSTB','','','');
CREATE TABLE events (
            match TEXT NOT NULL,
            version INTEGER NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (match, version)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "events" VALUES('4VNSTB',1,'Challenged','{"at":1893457739,"match":"4VNSTB","game":"stacko","game_version":1,"house_rules":{},"challenger":"5793be5c3a86a1ce8b","invited":"add7ed11734aa733de","first":"5793be5c3a86a1ce8b","seed":"f04a8a63b41dd773d8b71f3d336a37a61a4a245dc233b796bb3e82a68e3e3c95","entropy":"lock2:885c46a410f5e652884f0d1f762ea69c1e8ec35e0bf47eb143992c388abf9b07","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('4VNSTB',2,'Accepted','{"at":1893457750,"player":"robot:3","entropy":"key:c45f533d319826b7f4fbb784fa1208c4"}');
INSERT INTO "events" VALUES('4VNSTB',3,'MovePlayed','{"at":1893457750,"seat":0,"notation":"5"}');
INSERT INTO "events" VALUES('4VNSTB',4,'MovePlayed','{"at":1893457751,"seat":1,"notation":"9"}');
INSERT INTO "events" VALUES('4VNSTB',5,'MovePlayed','{"at":1893457789,"seat":0,"notation":"3"}');
INSERT INTO "events" VALUES('4VNSTB',6,'MovePlayed','{"at":1893457790,"seat":1,"notation":"7"}');
INSERT INTO "events" VALUES('4VNSTB',7,'MovePlayed','{"at":1893457794,"seat":0,"notation":"6"}');
INSERT INTO "events" VALUES('4VNSTB',8,'MovePlayed','{"at":1893457798,"seat":1,"notation":"5"}');
INSERT INTO "events" VALUES('4VNSTB',9,'MovePlayed','{"at":1893457820,"seat":0,"notation":"10"}');
INSERT INTO "events" VALUES('4VNSTB',10,'MovePlayed','{"at":1893457821,"seat":1,"notation":"9"}');
INSERT INTO "events" VALUES('4VNSTB',11,'MovePlayed','{"at":1893457848,"seat":0,"notation":"draw"}');
INSERT INTO "events" VALUES('4VNSTB',12,'MovePlayed','{"at":1893457922,"seat":0,"notation":"8"}');
INSERT INTO "events" VALUES('4VNSTB',13,'MovePlayed','{"at":1893457925,"seat":1,"notation":"7"}');
INSERT INTO "events" VALUES('4VNSTB',14,'MovePlayed','{"at":1893457937,"seat":0,"notation":"1"}');
INSERT INTO "events" VALUES('4VNSTB',15,'MovePlayed','{"at":1893457939,"seat":1,"notation":"5"}');
INSERT INTO "events" VALUES('4VNSTB',16,'MovePlayed','{"at":1893457986,"seat":0,"notation":"5"}');
INSERT INTO "events" VALUES('4VNSTB',17,'MovePlayed','{"at":1893457987,"seat":1,"notation":"9"}');
INSERT INTO "events" VALUES('4VNSTB',18,'MovePlayed','{"at":1893458015,"seat":0,"notation":"1"}');
INSERT INTO "events" VALUES('4VNSTB',19,'MovePlayed','{"at":1893458016,"seat":1,"notation":"5"}');
INSERT INTO "events" VALUES('4VNSTB',20,'MovePlayed','{"at":1893458024,"seat":0,"notation":"draw"}');
INSERT INTO "events" VALUES('4VNSTB',21,'MovePlayed','{"at":1893458051,"seat":0,"notation":"6"}');
INSERT INTO "events" VALUES('4VNSTB',22,'MovePlayed','{"at":1893458053,"seat":1,"notation":"8"}');
INSERT INTO "events" VALUES('4VNSTB',23,'MovePlayed','{"at":1893458113,"seat":0,"notation":"6"}');
INSERT INTO "events" VALUES('4VNSTB',24,'MovePlayed','{"at":1893458114,"seat":1,"notation":"5"}');
INSERT INTO "events" VALUES('4VNSTB',25,'MovePlayed','{"at":1893458129,"seat":0,"notation":"2"}');
INSERT INTO "events" VALUES('4VNSTB',26,'MovePlayed','{"at":1893458130,"seat":1,"notation":"7"}');
INSERT INTO "events" VALUES('4VNSTB',27,'MovePlayed','{"at":1893458136,"seat":0,"notation":"7"}');
INSERT INTO "events" VALUES('4VNSTB',28,'MovePlayed','{"at":1893458137,"seat":1,"notation":"draw"}');
INSERT INTO "events" VALUES('4VNSTB',29,'MovePlayed','{"at":1893458138,"seat":1,"notation":"8"}');
INSERT INTO "events" VALUES('4VNSTB',30,'MovePlayed','{"at":1893458147,"seat":0,"notation":"3"}');
INSERT INTO "events" VALUES('4VNSTB',31,'MovePlayed','{"at":1893458148,"seat":1,"notation":"8"}');
INSERT INTO "events" VALUES('4VNSTB',32,'MovePlayed','{"at":1893458158,"seat":0,"notation":"draw"}');
INSERT INTO "events" VALUES('4VNSTB',33,'MovePlayed','{"at":1893458173,"seat":0,"notation":"9"}');
INSERT INTO "events" VALUES('4VNSTB',34,'MovePlayed','{"at":1893458174,"seat":1,"notation":"2"}');
INSERT INTO "events" VALUES('4VNSTB',35,'MovePlayed','{"at":1893458185,"seat":0,"notation":"5"}');
INSERT INTO "events" VALUES('4VNSTB',36,'MovePlayed','{"at":1893458187,"seat":1,"notation":"8"}');
INSERT INTO "events" VALUES('4VNSTB',37,'MovePlayed','{"at":1893458191,"seat":0,"notation":"draw"}');
INSERT INTO "events" VALUES('4VNSTB',38,'MovePlayed','{"at":1893458259,"seat":0,"notation":"7"}');
INSERT INTO "events" VALUES('4VNSTB',39,'MovePlayed','{"at":1893458262,"seat":1,"notation":"draw"}');
INSERT INTO "events" VALUES('4VNSTB',40,'MovePlayed','{"at":1893458263,"seat":1,"notation":"10"}');
INSERT INTO "events" VALUES('4VNSTB',41,'MovePlayed','{"at":1893458271,"seat":0,"notation":"2"}');
INSERT INTO "events" VALUES('4VNSTB',42,'MovePlayed','{"at":1893458272,"seat":1,"notation":"5"}');
INSERT INTO "events" VALUES('4VZEZZ',1,'Challenged','{"at":1893458249,"match":"4VZEZZ","game":"stacko","game_version":1,"house_rules":{},"challenger":"6792ee7375c37584f0","invited":"add7ed11734aa733de","first":"add7ed11734aa733de","seed":"504470e0c1558db1b0baec302792f283599d012220574fa381a57848e57541b3","entropy":"lock2:0be43f6939673a6d468e4c06fb7b8ceedeba6025eac4e566f1a5c7f69af923df","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('9G9TDG',1,'Challenged','{"at":1893457004,"match":"9G9TDG","game":"sahara","game_version":1,"house_rules":{},"challenger":"1fef1d93da8d90f1ff","invited":null,"first":null,"seed":"b53a2319ab9bc94d7df101fd5bd75622c57ed8e1fcc065ae3233f327337d7cfd","entropy":"lock2:684de418acf1f631e28850edf3fc9fc47efb941a0c7ba65cc0e21d4f17aec0fc","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('9G9TDG',2,'Cancelled','{"at":1893457062,"player":"1fef1d93da8d90f1ff"}');
INSERT INTO "events" VALUES('CBW4YE',1,'Challenged','{"at":1893457005,"match":"CBW4YE","game":"sahara","game_version":1,"house_rules":{},"challenger":"53c57ccc83b8453080","invited":null,"first":null,"seed":"fdb399eaf34a3b2f3c8c5a9cbcce711164fcd2af897fbc79d7aa8a21713e1efe","entropy":"lock2:2f601595e9546a593a508376efec1c107088c73158f276a105545d7f1420edb7","clock":604800,"increment":86400,"rated":true}');
INSERT INTO "events" VALUES('CBW4YE',2,'Accepted','{"at":1893457005,"player":"robot:3","entropy":"key:5b466de2b8c7480fad479b59524f2d8d"}');
INSERT INTO "events" VALUES('CBW4YE',3,'MovePlayed','{"at":1893457084,"seat":0,"notation":"2","used":79}');
INSERT INTO "events" VALUES('CBW4YE',4,'MovePlayed','{"at":1893457085,"seat":1,"notation":"6","used":1}');
INSERT INTO "events" VALUES('CBW4YE',5,'MovePlayed','{"at":1893457097,"seat":0,"notation":"3","used":12}');
INSERT INTO "events" VALUES('CBW4YE',6,'MovePlayed','{"at":1893457139,"seat":0,"notation":"4","used":42}');
INSERT INTO "events" VALUES('CBW4YE',7,'MovePlayed','{"at":1893457140,"seat":1,"notation":"1","used":1}');
INSERT INTO "events" VALUES('CBW4YE',8,'MovePlayed','{"at":1893457168,"seat":0,"notation":"6","used":28}');
INSERT INTO "events" VALUES('CBW4YE',9,'MovePlayed','{"at":1893457168,"seat":1,"notation":"4"}');
INSERT INTO "events" VALUES('CBW4YE',10,'MovePlayed','{"at":1893457194,"seat":0,"notation":"5","used":26}');
INSERT INTO "events" VALUES('CBW4YE',11,'MovePlayed','{"at":1893457195,"seat":1,"notation":"3","used":1}');
INSERT INTO "events" VALUES('CBW4YE',12,'MovePlayed','{"at":1893457203,"seat":0,"notation":"1","used":8}');
INSERT INTO "events" VALUES('CBW4YE',13,'MovePlayed','{"at":1893457212,"seat":0,"notation":"6","used":9}');
INSERT INTO "events" VALUES('CBW4YE',14,'MovePlayed','{"at":1893457214,"seat":1,"notation":"6","used":2}');
INSERT INTO "events" VALUES('CBW4YE',15,'MovePlayed','{"at":1893457228,"seat":0,"notation":"2","used":14}');
INSERT INTO "events" VALUES('CBW4YE',16,'MovePlayed','{"at":1893457265,"seat":0,"notation":"3","used":37}');
INSERT INTO "events" VALUES('CBW4YE',17,'MovePlayed','{"at":1893457268,"seat":1,"notation":"5","used":3}');
INSERT INTO "events" VALUES('CBW4YE',18,'MovePlayed','{"at":1893457291,"seat":0,"notation":"2","used":23}');
INSERT INTO "events" VALUES('CBW4YE',19,'MovePlayed','{"at":1893457294,"seat":1,"notation":"4","used":3}');
INSERT INTO "events" VALUES('CBW4YE',20,'MovePlayed','{"at":1893457303,"seat":0,"notation":"5","used":9}');
INSERT INTO "events" VALUES('CBW4YE',21,'MovePlayed','{"at":1893457304,"seat":1,"notation":"1","used":1}');
INSERT INTO "events" VALUES('CBW4YE',22,'MovePlayed','{"at":1893457313,"seat":0,"notation":"6","used":9}');
INSERT INTO "events" VALUES('CBW4YE',23,'MovePlayed','{"at":1893457329,"seat":0,"notation":"4","used":16}');
INSERT INTO "events" VALUES('CBW4YE',24,'MovePlayed','{"at":1893457332,"seat":1,"notation":"6","used":3}');
INSERT INTO "events" VALUES('CBW4YE',25,'MovePlayed','{"at":1893457349,"seat":0,"notation":"3","used":17}');
INSERT INTO "events" VALUES('CBW4YE',26,'MovePlayed','{"at":1893457350,"seat":1,"notation":"5","used":1}');
INSERT INTO "events" VALUES('CBW4YE',27,'MovePlayed','{"at":1893457351,"seat":1,"notation":"1","used":1}');
INSERT INTO "events" VALUES('CBW4YE',28,'MovePlayed','{"at":1893457389,"seat":0,"notation":"5","used":38}');
INSERT INTO "events" VALUES('CBW4YE',29,'MovePlayed','{"at":1893457436,"seat":0,"notation":"6","used":47}');
INSERT INTO "events" VALUES('CBW4YE',30,'MovePlayed','{"at":1893457437,"seat":1,"notation":"2","used":1}');
INSERT INTO "events" VALUES('CBW4YE',31,'MovePlayed','{"at":1893457473,"seat":0,"notation":"4","used":36}');
INSERT INTO "events" VALUES('CBW4YE',32,'MovePlayed','{"at":1893457508,"seat":0,"notation":"5","used":35}');
INSERT INTO "events" VALUES('CBW4YE',33,'MovePlayed','{"at":1893457511,"seat":1,"notation":"3","used":3}');
INSERT INTO "events" VALUES('CBW4YE',34,'MovePlayed','{"at":1893457532,"seat":0,"notation":"3","used":21}');
INSERT INTO "events" VALUES('CBW4YE',35,'MovePlayed','{"at":1893457533,"seat":1,"notation":"5","used":1}');
INSERT INTO "events" VALUES('CBW4YE',36,'MovePlayed','{"at":1893457546,"seat":0,"notation":"1","used":13}');
INSERT INTO "events" VALUES('CBW4YE',37,'MovePlayed','{"at":1893457547,"seat":1,"notation":"4","used":1}');
INSERT INTO "events" VALUES('CBW4YE',38,'MovePlayed','{"at":1893457617,"seat":0,"notation":"4","used":70}');
INSERT INTO "events" VALUES('CBW4YE',39,'MovePlayed','{"at":1893457618,"seat":1,"notation":"6","used":1}');
INSERT INTO "events" VALUES('CBW4YE',40,'MovePlayed','{"at":1893457693,"seat":0,"notation":"1","used":75}');
INSERT INTO "events" VALUES('CBW4YE',41,'MovePlayed','{"at":1893457694,"seat":1,"notation":"5","used":1}');
INSERT INTO "events" VALUES('CBW4YE',42,'MovePlayed','{"at":1893457696,"seat":0,"notation":"5","used":2}');
INSERT INTO "events" VALUES('CBW4YE',43,'MovePlayed','{"at":1893457699,"seat":1,"notation":"6","used":3}');
INSERT INTO "events" VALUES('HGDSJM',1,'Challenged','{"at":1893457577,"match":"HGDSJM","game":"stacko","game_version":1,"house_rules":{},"challenger":"6792ee7375c37584f0","invited":null,"first":null,"seed":"697b195c1a149a95bcd4a0eac4e1bb97a0981a48551c63562efad7d682d8b32a","entropy":"lock2:cb9be01100426a2c5efd32d0bb0ac7f28d02358308ec310227a0f00566325dc4","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('HGDSJM',2,'Accepted','{"at":1893457601,"player":"add7ed11734aa733de","entropy":"key:74b9764fd32743881dc83357b5fa4bab"}');
INSERT INTO "events" VALUES('HGDSJM',3,'DrawOffered','{"at":1893457624,"seat":1}');
INSERT INTO "events" VALUES('HGDSJM',4,'Resigned','{"at":1893457633,"seat":1}');
INSERT INTO "events" VALUES('J78NKC',1,'Challenged','{"at":1893457003,"match":"J78NKC","game":"sato","game_version":1,"house_rules":{},"challenger":"d2f486be6678dbca50","invited":null,"first":null,"seed":"c7c0d8f9ebcff1cd6a03551a475aa03bd0afabddf9252666c227dbe2e2fa3518","entropy":"lock2:efcc909c1af0e0a785f46ededa7b7a7964822123e3ffddc4dae93f81d861611d","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('J78NKC',2,'Accepted','{"at":1893457023,"player":"5793be5c3a86a1ce8b","entropy":"key:603d7cc3e1cf21202905d4a1b2c6f4f9"}');
INSERT INTO "events" VALUES('J78NKC',3,'MovePlayed','{"at":1893457172,"seat":0,"notation":"rbo e1 w0"}');
INSERT INTO "events" VALUES('J78NKC',4,'MovePlayed','{"at":1893457218,"seat":1,"notation":"pass"}');
INSERT INTO "events" VALUES('J78NKC',5,'Resigned','{"at":1893457274,"seat":1}');
INSERT INTO "events" VALUES('MM2P44',1,'Challenged','{"at":1893458058,"match":"MM2P44","game":"sahara","game_version":1,"house_rules":{},"challenger":"5793be5c3a86a1ce8b","invited":null,"first":null,"seed":"a584e9effcfa94c790c1a2f61c56d4b648637e4a361c05d3287ef11d85368b30","entropy":"lock2:ed00f935d3a8c7c5aa890304661efe143bff3dc243f811193dae7dae314dbcd0","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('MM2P44',2,'Accepted','{"at":1893458162,"player":"1fef1d93da8d90f1ff","entropy":"key:12ddae37fa91a886c8e8f5212fb8e824"}');
INSERT INTO "events" VALUES('MM2P44',3,'MovePlayed','{"at":1893458174,"seat":0,"notation":"1"}');
INSERT INTO "events" VALUES('MM2P44',4,'MovePlayed','{"at":1893458202,"seat":1,"notation":"1"}');
INSERT INTO "events" VALUES('MM2P44',5,'MovePlayed','{"at":1893458222,"seat":0,"notation":"6"}');
INSERT INTO "events" VALUES('MM2P44',6,'Resigned','{"at":1893458262,"seat":0}');
INSERT INTO "events" VALUES('N8EYCP',1,'Challenged','{"at":1893457428,"match":"N8EYCP","game":"sahara","game_version":1,"house_rules":{},"challenger":"ebca74c20dddb140e3","invited":"1fef1d93da8d90f1ff","first":"ebca74c20dddb140e3","seed":"9505b166007359537e3e694368ef7e9b5c7a91c36e769da91b5975575efa8a75","entropy":"lock2:74a13a344b56b69f1833129e31050b8084a75279cd7c611b9dec5bb53b9535b7","clock":300,"rated":true}');
INSERT INTO "events" VALUES('N8EYCP',2,'Accepted','{"at":1893457428,"player":"1fef1d93da8d90f1ff","entropy":"key:e6e848b8192105a1e0541cd32cb2cccf"}');
INSERT INTO "events" VALUES('N8EYCP',3,'MovePlayed','{"at":1893457431,"seat":0,"notation":"6"}');
INSERT INTO "events" VALUES('N8EYCP',4,'MovePlayed','{"at":1893457455,"seat":1,"notation":"6"}');
INSERT INTO "events" VALUES('N8EYCP',5,'MovePlayed','{"at":1893457489,"seat":0,"notation":"3"}');
INSERT INTO "events" VALUES('N8EYCP',6,'MovePlayed','{"at":1893457509,"seat":0,"notation":"5"}');
INSERT INTO "events" VALUES('N8EYCP',7,'MovePlayed','{"at":1893457512,"seat":1,"notation":"2"}');
INSERT INTO "events" VALUES('N8EYCP',8,'MovePlayed','{"at":1893457532,"seat":1,"notation":"6"}');
INSERT INTO "events" VALUES('N8EYCP',9,'MovePlayed','{"at":1893457564,"seat":1,"notation":"1"}');
INSERT INTO "events" VALUES('N8EYCP',10,'MovePlayed','{"at":1893457567,"seat":0,"notation":"1"}');
INSERT INTO "events" VALUES('N8EYCP',11,'MovePlayed','{"at":1893457587,"seat":0,"notation":"2"}');
INSERT INTO "events" VALUES('N8EYCP',12,'MovePlayed','{"at":1893457589,"seat":0,"notation":"6"}');
INSERT INTO "events" VALUES('N8EYCP',13,'MovePlayed','{"at":1893457593,"seat":1,"notation":"4"}');
INSERT INTO "events" VALUES('N8EYCP',14,'MovePlayed','{"at":1893457678,"seat":0,"notation":"3"}');
INSERT INTO "events" VALUES('N8EYCP',15,'MovePlayed','{"at":1893457679,"seat":1,"notation":"1"}');
INSERT INTO "events" VALUES('N8EYCP',16,'MovePlayed','{"at":1893457680,"seat":1,"notation":"3"}');
INSERT INTO "events" VALUES('N8EYCP',17,'MovePlayed','{"at":1893457697,"seat":1,"notation":"4"}');
INSERT INTO "events" VALUES('N8EYCP',18,'MovePlayed','{"at":1893457721,"seat":0,"notation":"1"}');
INSERT INTO "events" VALUES('N8EYCP',19,'Resigned','{"at":1893457755,"seat":0}');
INSERT INTO "events" VALUES('NE3TXE',1,'Challenged','{"at":1893458070,"match":"NE3TXE","game":"stacko","game_version":1,"house_rules":{},"challenger":"add7ed11734aa733de","invited":"6792ee7375c37584f0","first":"6792ee7375c37584f0","seed":"51eaa223f4633d2a63c28c94d9ce5f71cde2dff1414875fc7f4f15c42a58a8b7","entropy":"lock2:072e9414d797ba26021ff40d32ff8fcc9da1966a96750de5c586c763a5e12bcc","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('NE3TXE',2,'Accepted','{"at":1893458080,"player":"6792ee7375c37584f0","entropy":"key:da01ac070607400b8ff919a14ab9c95a"}');
INSERT INTO "events" VALUES('NE3TXE',3,'MovePlayed','{"at":1893458083,"seat":0,"notation":"2"}');
INSERT INTO "events" VALUES('NE3TXE',4,'MovePlayed','{"at":1893458129,"seat":1,"notation":"8"}');
INSERT INTO "events" VALUES('NE3TXE',5,'MovePlayed','{"at":1893458148,"seat":0,"notation":"8"}');
INSERT INTO "events" VALUES('NE3TXE',6,'MovePlayed','{"at":1893458161,"seat":1,"notation":"3"}');
INSERT INTO "events" VALUES('NE3TXE',7,'MovePlayed','{"at":1893458199,"seat":0,"notation":"1"}');
INSERT INTO "events" VALUES('NE3TXE',8,'Resigned','{"at":1893458207,"seat":0}');
INSERT INTO "events" VALUES('QJ4K72',1,'Challenged','{"at":1893457002,"match":"QJ4K72","game":"stacko","game_version":1,"house_rules":{},"challenger":"5793be5c3a86a1ce8b","invited":null,"first":null,"seed":"50e5bbf1ce1e3f97f8c717cde246f8956cb1e1cafe8f5bf01625bf13ae2b8479","entropy":"lock2:85a70d11ad82600eec6cafc200d5a9f39508cc8ef1651cd4ae599fed776ec514","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('QJ4K72',2,'Accepted','{"at":1893457024,"player":"add7ed11734aa733de","entropy":"key:40ad33812c0630cf53451824a4c89bcd"}');
INSERT INTO "events" VALUES('QJ4K72',3,'MovePlayed','{"at":1893457031,"seat":0,"notation":"6"}');
INSERT INTO "events" VALUES('QJ4K72',4,'MovePlayed','{"at":1893457051,"seat":1,"notation":"9"}');
INSERT INTO "events" VALUES('QJ4K72',5,'MovePlayed','{"at":1893457056,"seat":0,"notation":"5"}');
INSERT INTO "events" VALUES('QJ4K72',6,'MovePlayed','{"at":1893457063,"seat":1,"notation":"2"}');
INSERT INTO "events" VALUES('QJ4K72',7,'MovePlayed','{"at":1893457100,"seat":0,"notation":"4"}');
INSERT INTO "events" VALUES('QJ4K72',8,'MovePlayed','{"at":1893457110,"seat":1,"notation":"7"}');
INSERT INTO "events" VALUES('QJ4K72',9,'MovePlayed','{"at":1893457116,"seat":0,"notation":"10"}');
INSERT INTO "events" VALUES('QJ4K72',10,'MovePlayed','{"at":1893457129,"seat":1,"notation":"3"}');
INSERT INTO "events" VALUES('QJ4K72',11,'MovePlayed','{"at":1893457138,"seat":0,"notation":"10"}');
INSERT INTO "events" VALUES('QJ4K72',12,'MovePlayed','{"at":1893457140,"seat":1,"notation":"4"}');
INSERT INTO "events" VALUES('QJ4K72',13,'MovePlayed','{"at":1893457156,"seat":0,"notation":"8"}');
INSERT INTO "events" VALUES('QJ4K72',14,'Resigned','{"at":1893457231,"seat":0}');
INSERT INTO "events" VALUES('SP5SCD',1,'Challenged','{"at":1893457755,"match":"SP5SCD","game":"sahara","game_version":1,"house_rules":{},"challenger":"1fef1d93da8d90f1ff","invited":"6792ee7375c37584f0","first":"1fef1d93da8d90f1ff","seed":"17d0c09ca5b6a77bbb81c343cd5c5490386cf19b3eb31569152968e40123081b","entropy":"lock2:e2145b92181238533dc7ca11c4cdb714af1b5f03d93d6c2f37028d5f4ae89602","clock":300,"rated":true}');
INSERT INTO "events" VALUES('SP5SCD',2,'Accepted','{"at":1893457755,"player":"6792ee7375c37584f0","entropy":"key:2649c31334cbd08600009a30e2ba425e"}');
INSERT INTO "events" VALUES('SP5SCD',3,'MovePlayed','{"at":1893457761,"seat":0,"notation":"3"}');
INSERT INTO "events" VALUES('SP5SCD',4,'TakeBackAsked','{"at":1893457823,"seat":0}');
INSERT INTO "events" VALUES('SP5SCD',5,'MovePlayed','{"at":1893457845,"seat":1,"notation":"4"}');
INSERT INTO "events" VALUES('SP5SCD',6,'MovePlayed','{"at":1893457854,"seat":1,"notation":"3"}');
INSERT INTO "events" VALUES('SP5SCD',7,'MovePlayed','{"at":1893457862,"seat":0,"notation":"4"}');
INSERT INTO "events" VALUES('SP5SCD',8,'MovePlayed','{"at":1893457893,"seat":1,"notation":"2"}');
INSERT INTO "events" VALUES('SP5SCD',9,'MovePlayed','{"at":1893457948,"seat":0,"notation":"5"}');
INSERT INTO "events" VALUES('SP5SCD',10,'MovePlayed','{"at":1893457949,"seat":1,"notation":"3"}');
INSERT INTO "events" VALUES('SP5SCD',11,'MovePlayed','{"at":1893457980,"seat":0,"notation":"6"}');
INSERT INTO "events" VALUES('SP5SCD',12,'MovePlayed','{"at":1893457994,"seat":1,"notation":"6"}');
INSERT INTO "events" VALUES('SP5SCD',13,'MovePlayed','{"at":1893458032,"seat":0,"notation":"3"}');
INSERT INTO "events" VALUES('SP5SCD',14,'TakeBackAsked','{"at":1893458041,"seat":1}');
INSERT INTO "events" VALUES('SP5SCD',15,'MovePlayed','{"at":1893458044,"seat":1,"notation":"3"}');
INSERT INTO "events" VALUES('SP5SCD',16,'Resigned','{"at":1893458050,"seat":1}');
INSERT INTO "events" VALUES('TBJ699',1,'Challenged','{"at":1893457706,"match":"TBJ699","game":"stacko","game_version":1,"house_rules":{},"challenger":"add7ed11734aa733de","invited":"6792ee7375c37584f0","first":"add7ed11734aa733de","seed":"ec8c6f87f49f6cd6b6647d97f519e461060ac67a8d6aba18dc04e2e13671a0ef","entropy":"lock2:2658e9e30995cb10c62cc381bf5e1f9f8af0167ecf0efddc7fb4160a20f566da","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('TBJ699',2,'Accepted','{"at":1893457724,"player":"6792ee7375c37584f0","entropy":"key:c513c81be3edd0dc0d4e8511a1ca56d8"}');
INSERT INTO "events" VALUES('TBJ699',3,'MovePlayed','{"at":1893457754,"seat":0,"notation":"10"}');
INSERT INTO "events" VALUES('TBJ699',4,'MovePlayed','{"at":1893457754,"seat":1,"notation":"draw"}');
INSERT INTO "events" VALUES('TBJ699',5,'MovePlayed','{"at":1893457761,"seat":1,"notation":"2"}');
INSERT INTO "events" VALUES('TBJ699',6,'MovePlayed','{"at":1893457772,"seat":0,"notation":"1"}');
INSERT INTO "events" VALUES('TBJ699',7,'MovePlayed','{"at":1893457819,"seat":1,"notation":"8"}');
INSERT INTO "events" VALUES('TBJ699',8,'DrawOffered','{"at":1893457841,"seat":1}');
INSERT INTO "events" VALUES('TBJ699',9,'MovePlayed','{"at":1893457857,"seat":0,"notation":"8"}');
INSERT INTO "events" VALUES('TBJ699',10,'MovePlayed','{"at":1893457858,"seat":1,"notation":"draw"}');
INSERT INTO "events" VALUES('TBJ699',11,'MovePlayed','{"at":1893457870,"seat":1,"notation":"1"}');
INSERT INTO "events" VALUES('TBJ699',12,'MovePlayed','{"at":1893457884,"seat":0,"notation":"10"}');
INSERT INTO "events" VALUES('TBJ699',13,'MovePlayed','{"at":1893457892,"seat":1,"notation":"6"}');
INSERT INTO "events" VALUES('TBJ699',14,'MovePlayed','{"at":1893457937,"seat":0,"notation":"10"}');
INSERT INTO "events" VALUES('TBJ699',15,'MovePlayed','{"at":1893457945,"seat":1,"notation":"9"}');
INSERT INTO "events" VALUES('TBJ699',16,'MovePlayed','{"at":1893457978,"seat":0,"notation":"3"}');
INSERT INTO "events" VALUES('TBJ699',17,'MovePlayed','{"at":1893458002,"seat":1,"notation":"7"}');
INSERT INTO "events" VALUES('TBJ699',18,'Resigned','{"at":1893458007,"seat":0}');
INSERT INTO "events" VALUES('XXZYQM',1,'Challenged','{"at":1893457001,"match":"XXZYQM","game":"sator","game_version":1,"house_rules":{},"challenger":"6792ee7375c37584f0","invited":null,"first":null,"seed":"27c4bcdb951be05ec407b85c5d6a96d0d97ce25066cdc8006d9c46d91a51fd57","entropy":"lock2:394bb2220a66d1ef63b2a91b0a04b160c06b281ca14bb22c5e848f9eed7de319","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('XXZYQM',2,'Accepted','{"at":1893457041,"player":"robot:3","entropy":"key:3f42c1d56c69bbba0dbfe818a4bb2777"}');
INSERT INTO "events" VALUES('XXZYQM',3,'MovePlayed','{"at":1893457042,"seat":0,"notation":"hide b e"}');
INSERT INTO "events" VALUES('XXZYQM',4,'MovePlayed','{"at":1893457271,"seat":1,"notation":"hide b e"}');
INSERT INTO "events" VALUES('XXZYQM',5,'MovePlayed','{"at":1893457273,"seat":0,"notation":"b1 b2"}');
INSERT INTO "events" VALUES('XXZYQM',6,'MovePlayed','{"at":1893457279,"seat":1,"notation":"e5 e4"}');
INSERT INTO "events" VALUES('XXZYQM',7,'MovePlayed','{"at":1893457281,"seat":0,"notation":"b2 b3"}');
INSERT INTO "events" VALUES('XXZYQM',8,'MovePlayed','{"at":1893457282,"seat":1,"notation":"b5 b4"}');
INSERT INTO "events" VALUES('XXZYQM',9,'MovePlayed','{"at":1893457283,"seat":0,"notation":"e1 e2"}');
INSERT INTO "events" VALUES('XXZYQM',10,'MovePlayed','{"at":1893457300,"seat":1,"notation":"c5 c4"}');
INSERT INTO "events" VALUES('XXZYQM',11,'MovePlayed','{"at":1893457303,"seat":0,"notation":"e2 e3"}');
INSERT INTO "events" VALUES('XXZYQM',12,'MovePlayed','{"at":1893457321,"seat":1,"notation":"c4 c3"}');
INSERT INTO "events" VALUES('XXZYQM',13,'MovePlayed','{"at":1893457322,"seat":0,"notation":"a1 a2"}');
INSERT INTO "events" VALUES('XXZYQM',14,'TakeBackAsked','{"at":1893457323,"seat":1}');
INSERT INTO "events" VALUES('XXZYQM',15,'TakenBack','{"at":1893457324,"seat":1}');
INSERT INTO "events" VALUES('XXZYQM',16,'MovePlayed','{"at":1893457394,"seat":1,"notation":"d5 d4"}');
INSERT INTO "events" VALUES('XXZYQM',17,'MovePlayed','{"at":1893457394,"seat":0,"notation":"a1 a2"}');
INSERT INTO "events" VALUES('XXZYQM',18,'MovePlayed','{"at":1893457402,"seat":1,"notation":"d4 e3"}');
INSERT INTO "events" VALUES('XXZYQM',19,'MovePlayed','{"at":1893457404,"seat":0,"notation":"d1 d2"}');
INSERT INTO "events" VALUES('XXZYQM',20,'MovePlayed','{"at":1893457415,"seat":1,"notation":"e4 e3"}');
INSERT INTO "events" VALUES('XXZYQM',21,'MovePlayed','{"at":1893457417,"seat":0,"notation":"a2 a3"}');
INSERT INTO "events" VALUES('XXZYQM',22,'MovePlayed','{"at":1893457460,"seat":1,"notation":"e3 d2"}');
INSERT INTO "events" VALUES('XXZYQM',23,'MovePlayed','{"at":1893457463,"seat":0,"notation":"c1 d2"}');
INSERT INTO "events" VALUES('XXZYQM',24,'MovePlayed','{"at":1893457519,"seat":1,"notation":"c4 b3"}');
INSERT INTO "events" VALUES('XXZYQM',25,'MovePlayed','{"at":1893457520,"seat":0,"notation":"a3 a4"}');
INSERT INTO "events" VALUES('XXZYQM',26,'MovePlayed','{"at":1893457591,"seat":1,"notation":"b4 b3"}');
INSERT INTO "events" VALUES('XXZYQM',27,'MovePlayed','{"at":1893457753,"seat":1,"notation":"b3 b2"}');
INSERT INTO "events" VALUES('YBHF9N',1,'Challenged','{"at":1893457401,"match":"YBHF9N","game":"sato","game_version":1,"house_rules":{},"challenger":"1fef1d93da8d90f1ff","invited":"5793be5c3a86a1ce8b","first":"5793be5c3a86a1ce8b","seed":"aed78a03837b95e0d26b330d52a3cf73e348b3e8e73dda56a5b46b2f277f755e","entropy":"lock2:2c55ee95ea740882192a59a50445f0cf2704885b4ed7a5ab187734246831b363","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('YBHF9N',2,'Cancelled','{"at":1893457425,"player":"1fef1d93da8d90f1ff"}');
INSERT INTO "events" VALUES('ZFD4G2',1,'Challenged','{"at":1893457285,"match":"ZFD4G2","game":"stacko","game_version":1,"house_rules":{},"challenger":"add7ed11734aa733de","invited":"5793be5c3a86a1ce8b","first":"add7ed11734aa733de","seed":"1aba3798559027a096dd061630487f62071d61529922704bf7912fa30d9fff06","entropy":"lock2:7176a8bda84e84a5350ac7d8305ff7fc9a391c88b57b6ed5d38dd63a7be61901","clock":259200,"rated":true}');
INSERT INTO "events" VALUES('ZFD4G2',2,'Accepted','{"at":1893457306,"player":"5793be5c3a86a1ce8b","entropy":"key:793838be3f81453ad485462ed431604e"}');
INSERT INTO "events" VALUES('ZFD4G2',3,'MovePlayed','{"at":1893457321,"seat":0,"notation":"7"}');
INSERT INTO "events" VALUES('ZFD4G2',4,'MovePlayed','{"at":1893457339,"seat":1,"notation":"draw"}');
INSERT INTO "events" VALUES('ZFD4G2',5,'MovePlayed','{"at":1893457380,"seat":1,"notation":"1"}');
INSERT INTO "events" VALUES('ZFD4G2',6,'MovePlayed','{"at":1893457395,"seat":0,"notation":"7"}');
INSERT INTO "events" VALUES('ZFD4G2',7,'DrawOffered','{"at":1893457441,"seat":0}');
INSERT INTO "events" VALUES('ZFD4G2',8,'MovePlayed','{"at":1893457489,"seat":1,"notation":"10"}');
INSERT INTO "events" VALUES('ZFD4G2',9,'MovePlayed','{"at":1893457501,"seat":0,"notation":"3"}');
INSERT INTO "events" VALUES('ZFD4G2',10,'MovePlayed','{"at":1893457504,"seat":1,"notation":"5"}');
INSERT INTO "events" VALUES('ZFD4G2',11,'MovePlayed','{"at":1893457532,"seat":0,"notation":"5"}');
INSERT INTO "events" VALUES('ZFD4G2',12,'MovePlayed','{"at":1893457545,"seat":1,"notation":"10"}');
INSERT INTO "events" VALUES('ZFD4G2',13,'MovePlayed','{"at":1893457547,"seat":0,"notation":"1"}');
INSERT INTO "events" VALUES('ZFD4G2',14,'DrawOffered','{"at":1893457558,"seat":0}');
INSERT INTO "events" VALUES('ZFD4G2',15,'MovePlayed','{"at":1893457618,"seat":1,"notation":"draw"}');
INSERT INTO "events" VALUES('ZFD4G2',16,'MovePlayed','{"at":1893457651,"seat":1,"notation":"10"}');
INSERT INTO "events" VALUES('ZFD4G2',17,'DrawAgreed','{"at":1893457666,"seat":1}');
CREATE TABLE forgotten_accounts (
            digest TEXT NOT NULL,
            player TEXT NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (digest, player)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "forgotten_accounts" VALUES('3b6d2431edca88e1a0b45dbe4aec7b375ec4a75c09ea6973952656d2e4cd747a','6792ee7375c37584f0',1896050867);
INSERT INTO "forgotten_accounts" VALUES('a5c735e41073c19805985723f28a3980947d2dacdee6a20bbde91b8f852bbefa','add7ed11734aa733de',1896050867);
INSERT INTO "forgotten_accounts" VALUES('f8a515625e2b352b151fc53a87c79e4d548c28feab90423e195349ded614cc1b','c3c3c3c3c3c3c3c3c3',1896050867);
CREATE TABLE former_players (
            former TEXT PRIMARY KEY,
            player TEXT NOT NULL,
            CHECK (former <> player)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "former_players" VALUES('d2f486be6678dbca50','1fef1d93da8d90f1ff');
INSERT INTO "former_players" VALUES('53c57ccc83b8453080','6792ee7375c37584f0');
INSERT INTO "former_players" VALUES('d4d4d4d4d4d4d4d4d4','b2b2b2b2b2b2b2b2b2');
CREATE TABLE gone_players (player TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO "gone_players" VALUES('53c57ccc83b8453080');
INSERT INTO "gone_players" VALUES('add7ed11734aa733de');
INSERT INTO "gone_players" VALUES('c3c3c3c3c3c3c3c3c3');
INSERT INTO "gone_players" VALUES('d2f486be6678dbca50');
INSERT INTO "gone_players" VALUES('d4d4d4d4d4d4d4d4d4');
CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT
        ;
INSERT INTO "heartbeat" VALUES(1,1893458967);
CREATE TABLE heartbeats (platform TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID
        ;
INSERT INTO "heartbeats" VALUES('discord',1893458967);
INSERT INTO "heartbeats" VALUES('web',1893458967);
CREATE TABLE link_codes (
            platform TEXT NOT NULL,
            account TEXT NOT NULL,
            digest TEXT NOT NULL UNIQUE,
            expires INTEGER NOT NULL,
            used INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (platform, account)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "link_codes" VALUES('discord','1985527309934788610','bec22daae7cea56079b10cc9d3a4d903fde66288dc2d67065e46ea9966f254aa',1893458449,0);
INSERT INTO "link_codes" VALUES('web','013fb5b4311e52df','b2c75fa3f3b1fde167db9e3a5042a93ed40ad15d216566bc89fd52b48853c844',1893457761,1);
INSERT INTO "link_codes" VALUES('web','c6fd0d888841e7aa','21e34d94cb3d3ca1bf78b316959efca978f998357516c8ed1e0c0dd8256cf110',1893457842,1);
INSERT INTO "link_codes" VALUES('web','hal','5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',1893459467,0);
CREATE TABLE matches (
            match TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            game TEXT NOT NULL,
            phase TEXT NOT NULL,
            player TEXT NOT NULL,
            opponent TEXT,
            awaited TEXT,
            also_awaited TEXT,
            since INTEGER NOT NULL
        , offer INTEGER, take_back INTEGER, late TEXT NOT NULL DEFAULT '', changes INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID
        ;
INSERT INTO "matches" VALUES('4VNSTB',42,'stacko','running','5793be5c3a86a1ce8b','robot:3','5793be5c3a86a1ce8b',NULL,1893458272,NULL,NULL,'',43);
INSERT INTO "matches" VALUES('4VZEZZ',1,'stacko','challenge','6792ee7375c37584f0','add7ed11734aa733de','add7ed11734aa733de',NULL,1893458249,NULL,NULL,'',1);
INSERT INTO "matches" VALUES('9G9TDG',2,'sahara','cancelled','1fef1d93da8d90f1ff',NULL,NULL,NULL,1893457062,NULL,NULL,'',2);
INSERT INTO "matches" VALUES('CBW4YE',43,'sahara','over','6792ee7375c37584f0','robot:3',NULL,NULL,1893457699,NULL,NULL,'',43);
INSERT INTO "matches" VALUES('HGDSJM',4,'stacko','over','6792ee7375c37584f0','add7ed11734aa733de',NULL,NULL,1893457633,NULL,NULL,'',4);
INSERT INTO "matches" VALUES('J78NKC',5,'sato','over','d2f486be6678dbca50','5793be5c3a86a1ce8b',NULL,NULL,1893457274,NULL,NULL,'',5);
INSERT INTO "matches" VALUES('MM2P44',6,'sahara','over','1fef1d93da8d90f1ff','5793be5c3a86a1ce8b',NULL,NULL,1893458262,NULL,NULL,'',6);
INSERT INTO "matches" VALUES('N8EYCP',19,'sahara','over','ebca74c20dddb140e3','1fef1d93da8d90f1ff',NULL,NULL,1893457755,NULL,NULL,'',18);
INSERT INTO "matches" VALUES('NE3TXE',8,'stacko','over','6792ee7375c37584f0','add7ed11734aa733de',NULL,NULL,1893458207,NULL,NULL,'',9);
INSERT INTO "matches" VALUES('QJ4K72',14,'stacko','over','5793be5c3a86a1ce8b','add7ed11734aa733de',NULL,NULL,1893457231,NULL,NULL,'',14);
INSERT INTO "matches" VALUES('SP5SCD',16,'sahara','over','1fef1d93da8d90f1ff','6792ee7375c37584f0',NULL,NULL,1893458050,NULL,NULL,'',15);
INSERT INTO "matches" VALUES('TBJ699',18,'stacko','over','add7ed11734aa733de','6792ee7375c37584f0',NULL,NULL,1893458007,NULL,NULL,'',18);
INSERT INTO "matches" VALUES('XXZYQM',27,'sator','running','robot:3','6792ee7375c37584f0','6792ee7375c37584f0',NULL,1893457753,NULL,NULL,'',27);
INSERT INTO "matches" VALUES('YBHF9N',2,'sato','cancelled','1fef1d93da8d90f1ff','5793be5c3a86a1ce8b',NULL,NULL,1893457425,NULL,NULL,'',2);
INSERT INTO "matches" VALUES('ZFD4G2',17,'stacko','over','add7ed11734aa733de','5793be5c3a86a1ce8b',NULL,NULL,1893457666,NULL,NULL,'',17);
CREATE TABLE meetings (match TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO "meetings" VALUES('4VNSTB');
CREATE TABLE mutes (
            player TEXT NOT NULL,
            muted TEXT NOT NULL,
            PRIMARY KEY (player, muted),
            CHECK (player <> muted)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "mutes" VALUES('5793be5c3a86a1ce8b','a1a1a1a1a1a1a1a1a1');
CREATE TABLE notices (
            player TEXT NOT NULL,
            match TEXT NOT NULL REFERENCES matches,
            question INTEGER NOT NULL,
            since INTEGER NOT NULL,
            due INTEGER NOT NULL,
            told INTEGER NOT NULL,
            PRIMARY KEY (player, match)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "notices" VALUES('1fef1d93da8d90f1ff','4VNSTB',3,1893458862,1893459167,0);
INSERT INTO "notices" VALUES('ebca74c20dddb140e3','XXZYQM',2,1893458817,1893458866,1);
CREATE TABLE people (
            platform TEXT NOT NULL,
            account TEXT NOT NULL,
            player TEXT NOT NULL,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            language TEXT NOT NULL, handle TEXT NOT NULL DEFAULT '' COLLATE NOCASE,
            PRIMARY KEY (platform, account)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "people" VALUES('discord','1985527309934788610','1fef1d93da8d90f1ff','Ada','ada','en-US','');
INSERT INTO "people" VALUES('discord','1985527309938982915','6792ee7375c37584f0','Ben','ben','en-US','');
INSERT INTO "people" VALUES('discord','1985527309943177220','ebca74c20dddb140e3','Gwen','gwen','en-US','');
INSERT INTO "people" VALUES('discord','ida2','b2b2b2b2b2b2b2b2b2','Ida','ida','ca','Ida_Two');
INSERT INTO "people" VALUES('telegram','1001','5793be5c3a86a1ce8b','Cleo','cleo','en','cleo_t');
INSERT INTO "people" VALUES('telegram','ida','b2b2b2b2b2b2b2b2b2','Ida Österreich','ida österreich','de','ida_o');
INSERT INTO "people" VALUES('web','013fb5b4311e52df','e5e5e5e5e5e5e5e5e5','Eve','eve','en','');
INSERT INTO "people" VALUES('web','c6fd0d888841e7aa','1fef1d93da8d90f1ff','Finn','finn','en','');
INSERT INTO "people" VALUES('web','hal','a1a1a1a1a1a1a1a1a1','Hal','hal','de','');
CREATE TABLE people_count (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT;
INSERT INTO "people_count" VALUES(1,7);
CREATE TABLE people_epoch (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT;
INSERT INTO "people_epoch" VALUES(1,34);
CREATE TABLE people_news (
            number INTEGER NOT NULL,
            subject TEXT NOT NULL,
            PRIMARY KEY (number, subject)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "people_news" VALUES(2,'');
INSERT INTO "people_news" VALUES(3,'');
INSERT INTO "people_news" VALUES(5,'');
INSERT INTO "people_news" VALUES(6,'');
INSERT INTO "people_news" VALUES(7,'5793be5c3a86a1ce8b');
INSERT INTO "people_news" VALUES(8,'add7ed11734aa733de');
INSERT INTO "people_news" VALUES(9,'1fef1d93da8d90f1ff');
INSERT INTO "people_news" VALUES(10,'6792ee7375c37584f0');
INSERT INTO "people_news" VALUES(11,'ebca74c20dddb140e3');
INSERT INTO "people_news" VALUES(12,'a1a1a1a1a1a1a1a1a1');
INSERT INTO "people_news" VALUES(13,'a1a1a1a1a1a1a1a1a1');
INSERT INTO "people_news" VALUES(14,'b2b2b2b2b2b2b2b2b2');
INSERT INTO "people_news" VALUES(15,'5793be5c3a86a1ce8b');
INSERT INTO "people_news" VALUES(16,'d4d4d4d4d4d4d4d4d4');
INSERT INTO "people_news" VALUES(17,'discord 1985527309947371525');
INSERT INTO "people_news" VALUES(18,'telegram -1001');
INSERT INTO "people_news" VALUES(19,'web channel');
INSERT INTO "people_news" VALUES(20,'');
INSERT INTO "people_news" VALUES(21,'');
INSERT INTO "people_news" VALUES(22,'d4d4d4d4d4d4d4d4d4');
INSERT INTO "people_news" VALUES(23,'e5e5e5e5e5e5e5e5e5');
INSERT INTO "people_news" VALUES(24,'a1a1a1a1a1a1a1a1a1');
INSERT INTO "people_news" VALUES(25,'');
INSERT INTO "people_news" VALUES(26,'');
INSERT INTO "people_news" VALUES(27,'add7ed11734aa733de');
INSERT INTO "people_news" VALUES(28,'');
INSERT INTO "people_news" VALUES(29,'e5e5e5e5e5e5e5e5e5');
INSERT INTO "people_news" VALUES(30,'');
INSERT INTO "people_news" VALUES(31,'');
INSERT INTO "people_news" VALUES(32,'');
INSERT INTO "people_news" VALUES(33,'');
INSERT INTO "people_news" VALUES(34,'');
CREATE TABLE preferences (
            player TEXT PRIMARY KEY,
            language TEXT NOT NULL,
            theme TEXT NOT NULL,
            text_only INTEGER NOT NULL,
            reminders INTEGER NOT NULL,
            quiet_from INTEGER,
            quiet_to INTEGER,
            zone TEXT NOT NULL
        , words INTEGER NOT NULL DEFAULT 1, away TEXT NOT NULL DEFAULT '[]', revision INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID
        ;
INSERT INTO "preferences" VALUES('1fef1d93da8d90f1ff','','light',0,0,1320,420,'Europe/Madrid',1,'[]',1);
INSERT INTO "preferences" VALUES('5793be5c3a86a1ce8b','','dark',0,1,NULL,NULL,'UTC',1,'[]',1);
INSERT INTO "preferences" VALUES('6792ee7375c37584f0','','dark',0,1,NULL,NULL,'UTC',1,'[]',1);
INSERT INTO "preferences" VALUES('a1a1a1a1a1a1a1a1a1','','light',0,3,NULL,NULL,'UTC',1,'[]',1);
INSERT INTO "preferences" VALUES('e5e5e5e5e5e5e5e5e5','','dark',0,3,NULL,NULL,'UTC',1,'[]',2);
INSERT INTO "preferences" VALUES('ebca74c20dddb140e3','','light',0,2,NULL,NULL,'UTC',0,'[[1893458867, 1893545267]]',1);
CREATE TABLE presses (press TEXT PRIMARY KEY, match TEXT NOT NULL, counted INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID
        ;
INSERT INTO "presses" VALUES('009358babe3617e2168e','4VNSTB',1893457993);
INSERT INTO "presses" VALUES('01c9f7ac8cf81de8825f','CBW4YE',1893457500);
INSERT INTO "presses" VALUES('06aa97ac8227c60322fb','QJ4K72',1893457005);
INSERT INTO "presses" VALUES('0743ccc82a20aad963c2','CBW4YE',1893457500);
INSERT INTO "presses" VALUES('0ad3cdda68de2992e610','ZFD4G2',1893457425);
INSERT INTO "presses" VALUES('0b1be9222236a874b750','CBW4YE',1893457500);
INSERT INTO "presses" VALUES('0d29f305b5189b7681cd','4VNSTB',1893457740);
INSERT INTO "presses" VALUES('0e4ec3b6c49504fefddc','ZFD4G2',1893457365);
INSERT INTO "presses" VALUES('0eed08465a90937de0a3','N8EYCP',1893457500);
INSERT INTO "presses" VALUES('102ad20063ebf96ef3f1','CBW4YE',1893457185);
INSERT INTO "presses" VALUES('13e4a12d521417b31e93','QJ4K72',1893457125);
INSERT INTO "presses" VALUES('140266ab25f4c808bfcf','MM2P44',1893458173);
CREATE TABLE ratings (
            player TEXT NOT NULL,
            game TEXT NOT NULL,
            value REAL NOT NULL,
            deviation REAL NOT NULL,
            provisional INTEGER NOT NULL,
            won INTEGER NOT NULL,
            drawn INTEGER NOT NULL,
            lost INTEGER NOT NULL,
            last INTEGER NOT NULL, volatility REAL NOT NULL DEFAULT 0, low REAL AS (value - 2.0 * deviation) VIRTUAL, first INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (player, game)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "ratings" VALUES('1fef1d93da8d90f1ff','sahara',1.54325311483052269069e+03,3.35120712444945695546e+02,1,2,0,0,1893458050,5.99997374864991300791e-02,1893457755);
INSERT INTO "ratings" VALUES('5793be5c3a86a1ce8b','stacko',1.47841526547360831503e+03,3.38591808567231339561e+02,1,0,1,1,1893457666,5.99997941982321411624e-02,1893457231);
INSERT INTO "ratings" VALUES('6792ee7375c37584f0','sahara',1478.18452034638,3.4214293944797333324e+02,1,0,0,1,1893458050,5.99998652852254607537e-02,1893458050);
INSERT INTO "ratings" VALUES('6792ee7375c37584f0','stacko',1.51202600524648300963e+03,3.38195102749987484011e+02,1,1,0,1,1893458207,5.99997923191266310793e-02,1893458007);
INSERT INTO "ratings" VALUES('ebca74c20dddb140e3','sahara',1.47743483302464824187e+03,3.4231099271684996665e+02,1,0,0,1,1893457755,5.99998693109607683648e-02,1893457755);
CREATE TABLE records (
            id TEXT PRIMARY KEY,
            player TEXT NOT NULL,
            at INTEGER NOT NULL,
            text TEXT NOT NULL
        ) STRICT
        ;
INSERT INTO "records" VALUES('rB','1fef1d93da8d90f1ff',1893450000,'a match of rB, with "signs" and ünïcode
2. move');
INSERT INTO "records" VALUES('rA','1fef1d93da8d90f1ff',1893450000,'a match of rA, with "signs" and ünïcode
2. move');
INSERT INTO "records" VALUES('rC','b2b2b2b2b2b2b2b2b2',1893450000,'a match of rC, with "signs" and ünïcode
2. move');
INSERT INTO "records" VALUES('rD','b2b2b2b2b2b2b2b2b2',1893450000,'a match of rD, with "signs" and ünïcode
2. move');
CREATE TABLE refusals (reason TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE remarks (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            match TEXT NOT NULL REFERENCES matches,
            player TEXT NOT NULL,
            reader TEXT NOT NULL,
            said TEXT NOT NULL,
            phrase INTEGER NOT NULL,
            at INTEGER NOT NULL,
            until INTEGER NOT NULL,
            platform TEXT,
            chat TEXT,
            private INTEGER,
            message TEXT,
            reporter TEXT,
            reported INTEGER,
            waiting INTEGER AS (message IS NULL) VIRTUAL
        ) STRICT
        ;
INSERT INTO "remarks" VALUES(1,'w1','4VNSTB','5793be5c3a86a1ce8b','robot:3','words w1: “ça va?”',0,1893458767,1893558867,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "remarks" VALUES(2,'w2','XXZYQM','robot:3','6792ee7375c37584f0','well_played',1,1893458768,1893558867,'web','channel',0,'m77',NULL,NULL);
INSERT INTO "remarks" VALUES(3,'w3','4VNSTB','5793be5c3a86a1ce8b','robot:3','words w3: “ça va?”',0,1893458769,1894358867,'discord','1985527309947371525/1',1,'','6792ee7375c37584f0',1893458867);
INSERT INTO "remarks" VALUES(4,'w4','XXZYQM','robot:3','6792ee7375c37584f0','words w4: “ça va?”',0,1893458770,1893558867,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE results (
            number INTEGER PRIMARY KEY,
            match TEXT NOT NULL UNIQUE REFERENCES matches,
            game TEXT NOT NULL,
            house_rules TEXT NOT NULL,
            first TEXT NOT NULL,
            second TEXT NOT NULL,
            winner INTEGER,
            reason TEXT NOT NULL,
            plies INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            counts TEXT NOT NULL,
            first_value REAL,
            first_deviation REAL,
            first_became REAL,
            first_matches INTEGER,
            second_value REAL,
            second_deviation REAL,
            second_became REAL,
            second_matches INTEGER, first_weight REAL, second_weight REAL,
            CHECK ((counts = 'rated') = (second_matches IS NOT NULL))
        ) STRICT
        ;
INSERT INTO "results" VALUES(1,'QJ4K72','stacko','','5793be5c3a86a1ce8b','add7ed11734aa733de',1,'resigned',11,1893457231,'rated',1500.0,350.0,1.47743483302464824187e+03,1,1500.0,350.0,1.52256516697535175812e+03,1,0.1,0.1);
INSERT INTO "results" VALUES(2,'J78NKC','sato','','d2f486be6678dbca50','5793be5c3a86a1ce8b',0,'resigned',2,1893457274,'short',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "results" VALUES(3,'HGDSJM','stacko','','6792ee7375c37584f0','add7ed11734aa733de',0,'resigned',0,1893457633,'short',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "results" VALUES(4,'ZFD4G2','stacko','','add7ed11734aa733de','5793be5c3a86a1ce8b',NULL,'agreed',12,1893457666,'rated',1.52256516697535175812e+03,3.42311163974008309191e+02,1.52158473452639168496e+03,2,1.47743483302464824187e+03,3.42311163974008309191e+02,1.47841526547360831503e+03,2,0.05,0.05);
INSERT INTO "results" VALUES(5,'CBW4YE','sahara','','6792ee7375c37584f0','robot:3',1,'rules',41,1893457699,'casual',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "results" VALUES(6,'N8EYCP','sahara','','ebca74c20dddb140e3','1fef1d93da8d90f1ff',1,'resigned',16,1893457755,'rated',1500.0,350.0,1.47743483302464824187e+03,1,1500.0,350.0,1.52256516697535175812e+03,1,0.1,0.1);
INSERT INTO "results" VALUES(7,'TBJ699','stacko','','add7ed11734aa733de','6792ee7375c37584f0',1,'resigned',14,1893458007,'rated',1.52158473452639168496e+03,3.38591944291399499895e+02,1.49952627425690502606e+03,3,1500.0,350.0,1523.9113256475,1,0.1,0.1);
INSERT INTO "results" VALUES(8,'SP5SCD','sahara','','1fef1d93da8d90f1ff','6792ee7375c37584f0',0,'resigned',11,1893458050,'rated',1.52256516697535175812e+03,3.42311108856771284091e+02,1.54325311483052269069e+03,2,1500.0,350.0,1478.18452034638,1,0.1,0.1);
INSERT INTO "results" VALUES(9,'NE3TXE','stacko','','6792ee7375c37584f0','add7ed11734aa733de',1,'resigned',5,1893458207,'rated',1523.9113256475,3.42052051204384611072e+02,1.51202600524648300963e+03,2,1.49952627425690502606e+03,3.31627668382093702351e+02,1.51052937246016153946e+03,4,0.05,0.05);
INSERT INTO "results" VALUES(10,'MM2P44','sahara','','1fef1d93da8d90f1ff','5793be5c3a86a1ce8b',1,'resigned',3,1893458262,'short',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE reviews (
            match TEXT NOT NULL REFERENCES matches,
            seat INTEGER NOT NULL,
            player TEXT NOT NULL,
            moves TEXT NOT NULL,
            PRIMARY KEY (match, seat)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "reviews" VALUES('J78NKC',0,'1fef1d93da8d90f1ff','[[0.5, "draw", false, null]]');
INSERT INTO "reviews" VALUES('N8EYCP',0,'ebca74c20dddb140e3','[[0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null]]');
CREATE TABLE seeks (
            id TEXT NOT NULL UNIQUE,
            player TEXT NOT NULL,
            game TEXT NOT NULL,
            terms TEXT NOT NULL,
            lowest INTEGER NOT NULL,
            highest INTEGER NOT NULL,
            platform TEXT NOT NULL,
            press TEXT NOT NULL,
            at INTEGER NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (player, game)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "seeks" VALUES('bc58471b788128ccb4d5','6792ee7375c37584f0','sahara','',0,9999,'web','25857538dc3d3d01c4ff',1893457933,1893717133);
INSERT INTO "seeks" VALUES('seekH','a1a1a1a1a1a1a1a1a1','sator','clock=1d variant=x',1400,1800,'web','press of H',1893458867,1893463867);
INSERT INTO "seeks" VALUES('seekI','b2b2b2b2b2b2b2b2b2','sato','',0,9999,'discord','press of I',1893458867,1893463867);
CREATE TABLE seen (
            match TEXT NOT NULL REFERENCES matches,
            player TEXT NOT NULL,
            platform TEXT NOT NULL,
            chat TEXT NOT NULL,
            private INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (match, player, platform, chat)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "seen" VALUES('4VNSTB','5793be5c3a86a1ce8b','telegram','1001',1,1893458271);
INSERT INTO "seen" VALUES('9G9TDG','1fef1d93da8d90f1ff','web','@c6fd0d888841e7aa',1,1893457062);
INSERT INTO "seen" VALUES('CBW4YE','53c57ccc83b8453080','discord','@1985527309938982915',1,1893457436);
INSERT INTO "seen" VALUES('CBW4YE','6792ee7375c37584f0','discord','@1985527309938982915',1,1893457696);
INSERT INTO "seen" VALUES('J78NKC','5793be5c3a86a1ce8b','telegram','-1001000000001',0,1893457218);
INSERT INTO "seen" VALUES('J78NKC','5793be5c3a86a1ce8b','telegram','1001',1,1893457274);
INSERT INTO "seen" VALUES('J78NKC','d2f486be6678dbca50','discord','@1985527309934788610',1,1893457172);
INSERT INTO "seen" VALUES('MM2P44','1fef1d93da8d90f1ff','discord','@1985527309934788610',1,1893458262);
INSERT INTO "seen" VALUES('MM2P44','1fef1d93da8d90f1ff','web','@c6fd0d888841e7aa',1,1893458222);
INSERT INTO "seen" VALUES('MM2P44','5793be5c3a86a1ce8b','telegram','1001',1,1893458202);
INSERT INTO "seen" VALUES('N8EYCP','1fef1d93da8d90f1ff','discord','1985527309947371525/1985527309951565830',0,1893457679);
INSERT INTO "seen" VALUES('N8EYCP','1fef1d93da8d90f1ff','web','@c6fd0d888841e7aa',1,1893457697);
INSERT INTO "seen" VALUES('N8EYCP','ebca74c20dddb140e3','discord','1985527309947371525/1985527309951565830',0,1893457755);
INSERT INTO "seen" VALUES('NE3TXE','6792ee7375c37584f0','discord','1985527309947371525/1985527309951565830',0,1893458207);
INSERT INTO "seen" VALUES('NE3TXE','6792ee7375c37584f0','discord','@1985527309938982915',1,1893458199);
INSERT INTO "seen" VALUES('QJ4K72','5793be5c3a86a1ce8b','telegram','1001',1,1893457231);
INSERT INTO "seen" VALUES('SP5SCD','1fef1d93da8d90f1ff','discord','1985527309947371525/1985527309951565830',0,1893457948);
INSERT INTO "seen" VALUES('SP5SCD','1fef1d93da8d90f1ff','web','@c6fd0d888841e7aa',1,1893458032);
INSERT INTO "seen" VALUES('SP5SCD','6792ee7375c37584f0','discord','1985527309947371525/1985527309951565830',0,1893458044);
INSERT INTO "seen" VALUES('TBJ699','6792ee7375c37584f0','discord','@1985527309938982915',1,1893457892);
INSERT INTO "seen" VALUES('YBHF9N','1fef1d93da8d90f1ff','discord','@1985527309934788610',1,1893457425);
INSERT INTO "seen" VALUES('ZFD4G2','5793be5c3a86a1ce8b','telegram','-1001000000001',0,1893457306);
INSERT INTO "seen" VALUES('ZFD4G2','5793be5c3a86a1ce8b','telegram','1001',1,1893457666);
CREATE TABLE silences (
            platform TEXT NOT NULL,
            place TEXT NOT NULL,
            player TEXT NOT NULL,
            PRIMARY KEY (platform, place, player)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "silences" VALUES('web','channel','a1a1a1a1a1a1a1a1a1');
INSERT INTO "silences" VALUES('discord','1985527309947371525','ebca74c20dddb140e3');
CREATE TABLE steps (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
INSERT INTO "steps" VALUES(1,'log');
INSERT INTO "steps" VALUES(2,'matches');
INSERT INTO "steps" VALUES(3,'boards');
INSERT INTO "steps" VALUES(4,'people');
INSERT INTO "steps" VALUES(5,'notices');
INSERT INTO "steps" VALUES(6,'seen');
INSERT INTO "steps" VALUES(7,'handles');
INSERT INTO "steps" VALUES(8,'links');
INSERT INTO "steps" VALUES(9,'forgetting');
INSERT INTO "steps" VALUES(10,'wrong codes');
INSERT INTO "steps" VALUES(11,'settings');
INSERT INTO "steps" VALUES(12,'deadlines');
INSERT INTO "steps" VALUES(13,'results');
INSERT INTO "steps" VALUES(14,'records');
INSERT INTO "steps" VALUES(15,'unnamed presses');
INSERT INTO "steps" VALUES(16,'glicko-2');
INSERT INTO "steps" VALUES(17,'forgotten accounts');
INSERT INTO "steps" VALUES(18,'ageing presses');
INSERT INTO "steps" VALUES(19,'credits');
INSERT INTO "steps" VALUES(20,'standing');
INSERT INTO "steps" VALUES(21,'reviews');
INSERT INTO "steps" VALUES(22,'daily puzzles');
INSERT INTO "steps" VALUES(23,'leaders');
INSERT INTO "steps" VALUES(24,'remarks');
INSERT INTO "steps" VALUES(25,'seeks');
INSERT INTO "steps" VALUES(26,'tournaments');
INSERT INTO "steps" VALUES(27,'absences');
INSERT INTO "steps" VALUES(28,'counts');
INSERT INTO "steps" VALUES(29,'errands');
INSERT INTO "steps" VALUES(30,'news');
INSERT INTO "steps" VALUES(31,'bots');
INSERT INTO "steps" VALUES(32,'one by one');
INSERT INTO "steps" VALUES(33,'leases');
INSERT INTO "steps" VALUES(34,'gone');
INSERT INTO "steps" VALUES(35,'claims');
INSERT INTO "steps" VALUES(36,'heartbeats');
INSERT INTO "steps" VALUES(37,'hashed wrong codes');
INSERT INTO "steps" VALUES(38,'weights of results');
INSERT INTO "steps" VALUES(39,'meetings');
INSERT INTO "steps" VALUES(40,'owed notices');
INSERT INTO "steps" VALUES(41,'awaited people');
CREATE TABLE tournament_entrants (
            tournament TEXT NOT NULL REFERENCES tournaments,
            player TEXT NOT NULL,
            number INTEGER NOT NULL,
            gone INTEGER NOT NULL,
            PRIMARY KEY (tournament, player)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "tournament_entrants" VALUES('7F5855','1fef1d93da8d90f1ff',1,0);
INSERT INTO "tournament_entrants" VALUES('7F5855','6792ee7375c37584f0',2,0);
INSERT INTO "tournament_entrants" VALUES('7F5855','ebca74c20dddb140e3',0,0);
INSERT INTO "tournament_entrants" VALUES('S2BY3Z','1fef1d93da8d90f1ff',0,0);
INSERT INTO "tournament_entrants" VALUES('S2BY3Z','6792ee7375c37584f0',1,0);
INSERT INTO "tournament_entrants" VALUES('S2BY3Z','a1a1a1a1a1a1a1a1a1',4,0);
INSERT INTO "tournament_entrants" VALUES('S2BY3Z','b2b2b2b2b2b2b2b2b2',2,0);
INSERT INTO "tournament_entrants" VALUES('S2BY3Z','d4d4d4d4d4d4d4d4d4',3,1);
CREATE TABLE tournament_pairings (
            tournament TEXT NOT NULL REFERENCES tournaments,
            round INTEGER NOT NULL,
            number INTEGER NOT NULL,
            first TEXT NOT NULL,
            second TEXT,
            match TEXT UNIQUE,
            outcome TEXT,
            in_time INTEGER NOT NULL,
            PRIMARY KEY (tournament, round, number)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "tournament_pairings" VALUES('7F5855',1,1,'ebca74c20dddb140e3','1fef1d93da8d90f1ff','N8EYCP','second',1);
INSERT INTO "tournament_pairings" VALUES('7F5855',1,2,'53c57ccc83b8453080',NULL,NULL,'first',1);
INSERT INTO "tournament_pairings" VALUES('7F5855',2,1,'1fef1d93da8d90f1ff','6792ee7375c37584f0','SP5SCD','first',1);
INSERT INTO "tournament_pairings" VALUES('7F5855',2,2,'ebca74c20dddb140e3',NULL,NULL,'first',1);
CREATE TABLE tournaments (
            id TEXT PRIMARY KEY,
            platform TEXT NOT NULL,
            place TEXT NOT NULL,
            chat TEXT NOT NULL,
            game TEXT NOT NULL,
            style TEXT NOT NULL,
            rounds INTEGER NOT NULL,
            terms TEXT NOT NULL,
            organiser TEXT NOT NULL,
            made INTEGER NOT NULL,
            due INTEGER NOT NULL,
            stage TEXT NOT NULL,
            round INTEGER NOT NULL,
            ends INTEGER NOT NULL,
            told INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "tournaments" VALUES('7F5855','discord','1985527309947371525','1985527309947371525/1985527309951565830','sahara','swiss',2,'clock=5m','ebca74c20dddb140e3',1893457015,4611686018427387904,'over',2,1893461355,2);
INSERT INTO "tournaments" VALUES('S2BY3Z','web','channel','channel','sahara','swiss',0,'clock=5m','1fef1d93da8d90f1ff',1893457075,1894666675,'open',0,0,0);
CREATE TABLE wrong_codes (
            platform TEXT NOT NULL,
            account TEXT NOT NULL,
            count INTEGER NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY (platform, account)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "wrong_codes" VALUES('discord','6590c31f53845beda36e9bc304368971474816bb268331c1a23dd631dd0483df',1,1893457828);
INSERT INTO "wrong_codes" VALUES('discord','99327e8b23185d7f297f4596562bb2e54aa41064a91462d900119d5e41244396',1,1893457538);
INSERT INTO "wrong_codes" VALUES('discord','d75b10a400fbeec1920024aa723634b3d0ab6454624157cadb7a421f21f65332',3,1893458867);
INSERT INTO "wrong_codes" VALUES('telegram','a5c735e41073c19805985723f28a3980947d2dacdee6a20bbde91b8f852bbefa',2,1893457493);
INSERT INTO "wrong_codes" VALUES('telegram','a94b7bf13d8510c52149c6cd826286d77bd9b48f0a16061026c86ffca3e180f7',2,1893457739);
INSERT INTO "wrong_codes" VALUES('web','3b6d2431edca88e1a0b45dbe4aec7b375ec4a75c09ea6973952656d2e4cd747a',1,1893457421);
INSERT INTO "wrong_codes" VALUES('web','e3a4ec816938f799728369fcc4b6d5c4e0503c7f17733b7d989bd333d5079b67',1,1893458184);
CREATE TRIGGER events_leave_no_gap BEFORE INSERT ON events
        WHEN NEW.version <> 1 + (
            SELECT coalesce(max(version), 0) FROM events WHERE match = NEW.match
        )
        BEGIN SELECT RAISE(ABORT, 'not the next version of the match'); END;
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are stored for ever'); END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are stored for ever'); END;
CREATE INDEX matches_by_player ON matches (player, phase);
CREATE INDEX matches_by_opponent ON matches (opponent, phase) WHERE opponent IS NOT NULL;
CREATE TRIGGER matches_begin_as_logged AFTER INSERT ON matches
        WHEN NEW.version IS NOT (SELECT max(version) FROM events WHERE match = NEW.match)
        BEGIN SELECT RAISE(ABORT, 'not the version of the log'); END;
CREATE TRIGGER matches_go_on_as_logged AFTER UPDATE ON matches
        WHEN NEW.version IS NOT (SELECT max(version) FROM events WHERE match = NEW.match)
        BEGIN SELECT RAISE(ABORT, 'not the version of the log'); END;
CREATE INDEX boards_by_match ON boards (match);
CREATE INDEX boards_behind ON boards (behind) WHERE behind = 1;
CREATE TRIGGER boards_fall_behind AFTER UPDATE OF version ON matches
        BEGIN UPDATE boards SET latest = NEW.version WHERE match = NEW.match; END;
CREATE TRIGGER boards_give_way BEFORE INSERT ON boards WHEN NEW.message IS NOT NULL
        BEGIN
            DELETE FROM boards
            WHERE platform = NEW.platform AND chat = NEW.chat AND message = NEW.message AND id <> NEW.id;
        END;
CREATE INDEX people_by_player ON people (player);
CREATE INDEX people_by_name ON people (folded);
CREATE INDEX seen_by_chat ON seen (platform, chat);
CREATE INDEX people_by_handle ON people (handle) WHERE handle <> '';
CREATE TRIGGER people_hand_on_their_handle AFTER INSERT ON people WHEN NEW.handle <> ''
        BEGIN
            UPDATE people SET handle = ''
            WHERE platform = NEW.platform AND handle = NEW.handle AND handle <> '' AND account <> NEW.account;
        END;
CREATE TRIGGER people_take_a_handle AFTER UPDATE OF handle ON people WHEN NEW.handle <> ''
        BEGIN
            UPDATE people SET handle = ''
            WHERE platform = NEW.platform AND handle = NEW.handle AND handle <> '' AND account <> NEW.account;
        END;
CREATE INDEX former_players_by_player ON former_players (player);
CREATE INDEX boards_by_player ON boards (player) WHERE player IS NOT NULL;
CREATE INDEX seen_by_player ON seen (player);
CREATE INDEX blocks_by_blocked ON blocks (blocked);
CREATE INDEX results_by_pair ON results (first, second, game);
CREATE INDEX results_by_second ON results (second);
CREATE INDEX records_by_player ON records (player);
CREATE TRIGGER records_make_room AFTER INSERT ON records
        BEGIN
            DELETE FROM records WHERE player = NEW.player AND rowid NOT IN (
                SELECT rowid FROM records WHERE player = NEW.player ORDER BY rowid DESC LIMIT 20
            );
        END;
CREATE INDEX results_to_rate ON results (number) WHERE counts = 'rated' AND first_value IS NULL;
CREATE INDEX forgotten_accounts_by_end ON forgotten_accounts (until);
CREATE INDEX presses_by_age ON presses (counted);
CREATE INDEX deadlines_by_due ON deadlines (heard, due);
CREATE INDEX deadlines_by_began ON deadlines (heard, began);
CREATE TRIGGER deadlines_have_credits AFTER INSERT ON deadlines
        BEGIN
            INSERT OR IGNORE INTO credits (heard, seconds) VALUES (NEW.heard, 0);
        END;
CREATE INDEX reviews_by_player ON reviews (player);
CREATE INDEX daily_puzzles_by_due ON daily_puzzles (due);
CREATE INDEX ratings_by_low ON ratings (game, low, player, last);
CREATE INDEX remarks_waiting ON remarks (waiting) WHERE waiting = 1;
CREATE INDEX remarks_by_until ON remarks (until);
CREATE INDEX remarks_by_player ON remarks (player);
CREATE INDEX remarks_by_reader ON remarks (reader);
CREATE INDEX remarks_by_reporter ON remarks (reporter) WHERE reporter IS NOT NULL;
CREATE INDEX remarks_reported ON remarks (reported) WHERE reported IS NOT NULL;
CREATE INDEX remarks_reported_of_match ON remarks (match) WHERE reported IS NOT NULL;
CREATE INDEX mutes_by_muted ON mutes (muted);
CREATE INDEX silences_by_player ON silences (player);
CREATE INDEX seeks_by_age ON seeks (at, id);
CREATE INDEX seeks_by_game ON seeks (game, at, id);
CREATE INDEX seeks_by_until ON seeks (until);
CREATE INDEX tournaments_by_place ON tournaments (platform, place, made);
CREATE INDEX tournaments_by_due ON tournaments (due);
CREATE INDEX tournaments_by_stage ON tournaments (stage);
CREATE INDEX tournament_entrants_by_player ON tournament_entrants (player);
CREATE TRIGGER results_call_their_tournament AFTER INSERT ON results
        BEGIN
            UPDATE tournaments SET due = 0
            WHERE stage = 'running'
                AND id = (SELECT tournament FROM tournament_pairings WHERE match = NEW.match);
        END;
CREATE INDEX matches_running ON matches (phase) WHERE phase = 'running';
CREATE TRIGGER people_come AFTER INSERT ON people
        WHEN (SELECT count(*) FROM people WHERE player = NEW.player) = 1
        BEGIN UPDATE people_count SET number = number + 1; END;
CREATE TRIGGER people_go AFTER DELETE ON people
        WHEN NOT EXISTS (SELECT 1 FROM people WHERE player = OLD.player)
        BEGIN UPDATE people_count SET number = number - 1; END;
CREATE TRIGGER people_join_and_part AFTER UPDATE OF player ON people WHEN NEW.player <> OLD.player
        BEGIN
            UPDATE people_count SET number = number
                + ((SELECT count(*) FROM people WHERE player = NEW.player) = 1)
                - (NOT EXISTS (SELECT 1 FROM people WHERE player = OLD.player));
        END;
CREATE INDEX chat_settings_with_threads ON chat_settings (threads) WHERE threads = 1;
CREATE TRIGGER results_are_told AFTER INSERT ON results
        BEGIN
            INSERT OR IGNORE INTO errands (kind, match, platform, place, chat)
            SELECT 'result', NEW.match, chosen.platform, chosen.place, chosen.results
            FROM boards JOIN chat_settings AS chosen
                ON chosen.platform = boards.platform
                AND chosen.place = substr(boards.chat, 1, instr(boards.chat || '/', '/') - 1)
            WHERE boards.match = NEW.match AND boards.private = 0 AND chosen.results <> ''
                AND NOT EXISTS (
                    SELECT 1 FROM boards AS there
                    WHERE there.match = NEW.match AND there.platform = chosen.platform
                        AND there.chat = chosen.results
                );
        END;
CREATE TRIGGER matches_get_threads AFTER INSERT ON events
        WHEN NEW.kind = 'Accepted' AND EXISTS (SELECT 1 FROM chat_settings WHERE threads = 1)
        BEGIN
            INSERT OR IGNORE INTO errands (kind, match, platform, place, chat)
            VALUES ('thread', NEW.match, '', '', '');
        END;
CREATE TRIGGER matches_change_one_by_one BEFORE UPDATE ON matches WHEN NEW.changes <> OLD.changes + 1
        BEGIN SELECT RAISE(ABORT, 'it was changed meanwhile'); END;
CREATE TRIGGER news_of_names AFTER UPDATE OF name, language, handle ON people BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.player FROM people_epoch; END;
CREATE TRIGGER news_of_forgotten_people AFTER DELETE ON people BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, '' FROM people_epoch; END;
CREATE TRIGGER news_of_moved_accounts AFTER UPDATE OF player ON people WHEN NEW.player <> OLD.player BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, '' FROM people_epoch; END;
CREATE TRIGGER news_of_joined_players AFTER INSERT ON former_players BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, '' FROM people_epoch; END;
CREATE TRIGGER news_of_new_preferences AFTER INSERT ON preferences BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.player FROM people_epoch; END;
CREATE TRIGGER news_of_other_preferences AFTER UPDATE ON preferences BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.player FROM people_epoch UNION SELECT number, OLD.player FROM people_epoch; END;
CREATE TRIGGER news_of_dropped_preferences AFTER DELETE ON preferences BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, OLD.player FROM people_epoch; END;
CREATE TRIGGER news_of_new_blocks AFTER INSERT ON blocks BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.player FROM people_epoch; END;
CREATE TRIGGER news_of_moved_blocks AFTER UPDATE ON blocks BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.player FROM people_epoch UNION SELECT number, OLD.player FROM people_epoch; END;
CREATE TRIGGER news_of_dropped_blocks AFTER DELETE ON blocks BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, OLD.player FROM people_epoch; END;
CREATE TRIGGER news_of_new_chat_settings AFTER INSERT ON chat_settings BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.platform || ' ' || NEW.place FROM people_epoch; END;
CREATE TRIGGER news_of_other_chat_settings AFTER UPDATE ON chat_settings BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.platform || ' ' || NEW.place FROM people_epoch UNION SELECT number, OLD.platform || ' ' || OLD.place FROM people_epoch; END;
CREATE TRIGGER news_of_dropped_chat_settings AFTER DELETE ON chat_settings BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, OLD.platform || ' ' || OLD.place FROM people_epoch; END;
CREATE TRIGGER news_of_credits AFTER UPDATE OF seconds ON credits WHEN NEW.seconds <> OLD.seconds BEGIN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, '' FROM people_epoch; END;
CREATE TRIGGER preferences_one_by_one BEFORE UPDATE OF revision ON preferences WHEN NEW.revision <> OLD.revision + 1 BEGIN SELECT RAISE(ABORT, 'changed meanwhile'); END;
CREATE TRIGGER chat_settings_one_by_one BEFORE UPDATE OF revision ON chat_settings WHEN NEW.revision <> OLD.revision + 1 BEGIN SELECT RAISE(ABORT, 'changed meanwhile'); END;
CREATE TRIGGER people_epoch_one_by_one BEFORE UPDATE OF number ON people_epoch WHEN NEW.number <> OLD.number + 1 BEGIN SELECT RAISE(ABORT, 'changed meanwhile'); END;
CREATE TRIGGER ratings_one_by_one BEFORE UPDATE OF won, drawn, lost ON ratings WHEN NEW.won + NEW.drawn + NEW.lost <> OLD.won + OLD.drawn + OLD.lost + 1 BEGIN SELECT RAISE(ABORT, 'changed meanwhile'); END;
CREATE TRIGGER refusals_are_never_kept BEFORE INSERT ON refusals
        BEGIN SELECT RAISE(ABORT, 'people are others by now'); END;
CREATE INDEX claims_by_age ON claims (claimed_until);
CREATE INDEX wrong_codes_by_age ON wrong_codes (since);
CREATE INDEX notices_by_due ON notices (told, due);
CREATE INDEX people_awaited ON people (account) WHERE account >= '@' AND account < 'A';
COMMIT;
