CREATE FUNCTION public.boards_fall_behind() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE boards SET latest = NEW.version WHERE match = NEW.match; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.boards_give_way() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.message IS NOT NULL THEN DELETE FROM boards WHERE platform = NEW.platform AND chat = NEW.chat AND message = NEW.message AND id <> NEW.id; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.chat_settings_give_way() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF (NEW.platform, NEW.place) <> (OLD.platform, OLD.place) THEN DELETE FROM chat_settings WHERE (platform, place) = (NEW.platform, NEW.place); END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.chat_settings_one_by_one() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.revision <> OLD.revision + 1 THEN RAISE EXCEPTION 'changed meanwhile' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.daily_puzzles_give_way() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF (NEW.platform, NEW.place) <> (OLD.platform, OLD.place) THEN DELETE FROM daily_puzzles WHERE (platform, place) = (NEW.platform, NEW.place); END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.deadlines_have_credits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN INSERT INTO credits (heard, seconds) VALUES (NEW.heard, 0) ON CONFLICT DO NOTHING; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.events_leave_no_gap() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.version <> 1 + ( SELECT coalesce(max(version), 0) FROM events WHERE match = NEW.match ) THEN RAISE EXCEPTION 'not the next version of the match' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.events_never_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN RAISE EXCEPTION 'events are stored for ever' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.events_never_go() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN RAISE EXCEPTION 'events are stored for ever' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.matches_begin_as_logged() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.version IS DISTINCT FROM (SELECT max(version) FROM events WHERE match = NEW.match) THEN RAISE EXCEPTION 'not the version of the log' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.matches_change_one_by_one() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.changes <> OLD.changes + 1 THEN RAISE EXCEPTION 'it was changed meanwhile' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.matches_get_threads() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.kind = 'Accepted' AND EXISTS (SELECT 1 FROM chat_settings WHERE threads = 1) THEN INSERT INTO errands (kind, match, platform, place, chat) VALUES ('thread', NEW.match, '', '', '') ON CONFLICT DO NOTHING; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.matches_go_on_as_logged() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.version IS DISTINCT FROM (SELECT max(version) FROM events WHERE match = NEW.match) THEN RAISE EXCEPTION 'not the version of the log' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_credits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.seconds <> OLD.seconds THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, '' FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_dropped_blocks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, OLD.player FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_dropped_chat_settings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, OLD.platform || ' ' || OLD.place FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_dropped_preferences() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, OLD.player FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_forgotten_people() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, '' FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_joined_players() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, '' FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_moved_accounts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.player <> OLD.player THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, '' FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_moved_blocks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.player FROM people_epoch UNION SELECT number, OLD.player FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_names() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.player FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_new_blocks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.player FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_new_chat_settings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.platform || ' ' || NEW.place FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_new_preferences() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.player FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_other_chat_settings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.platform || ' ' || NEW.place FROM people_epoch UNION SELECT number, OLD.platform || ' ' || OLD.place FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.news_of_other_preferences() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE people_epoch SET number = number + 1; INSERT INTO people_news (number, subject) SELECT number, NEW.player FROM people_epoch UNION SELECT number, OLD.player FROM people_epoch; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.people_come() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF (SELECT count(*) FROM people WHERE player = NEW.player) = 1 THEN UPDATE people_count SET number = number + 1; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.people_epoch_one_by_one() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.number <> OLD.number + 1 THEN RAISE EXCEPTION 'changed meanwhile' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.people_go() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NOT EXISTS (SELECT 1 FROM people WHERE player = OLD.player) THEN UPDATE people_count SET number = number - 1; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.people_hand_on_their_handle() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.handle <> '' THEN UPDATE people SET handle = '' WHERE platform = NEW.platform AND lower(handle) = lower(NEW.handle) AND handle <> '' AND account <> NEW.account; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.people_join_and_part() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.player <> OLD.player THEN UPDATE people_count SET number = number + ((SELECT count(*) FROM people WHERE player = NEW.player) = 1)::int - (NOT EXISTS (SELECT 1 FROM people WHERE player = OLD.player))::int; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.people_take_a_handle() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.handle <> '' THEN UPDATE people SET handle = '' WHERE platform = NEW.platform AND lower(handle) = lower(NEW.handle) AND handle <> '' AND account <> NEW.account; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.preferences_one_by_one() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.revision <> OLD.revision + 1 THEN RAISE EXCEPTION 'changed meanwhile' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.ratings_one_by_one() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.won + NEW.drawn + NEW.lost <> OLD.won + OLD.drawn + OLD.lost + 1 THEN RAISE EXCEPTION 'changed meanwhile' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.records_make_room() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN DELETE FROM records WHERE player = NEW.player AND rowid NOT IN ( SELECT rowid FROM records WHERE player = NEW.player ORDER BY rowid DESC LIMIT 20 ); END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.refusals_are_never_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN RAISE EXCEPTION 'people are others by now' USING ERRCODE = '23000', TABLE = TG_TABLE_NAME; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.results_are_told() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN INSERT INTO errands (kind, match, platform, place, chat) SELECT 'result', NEW.match, chosen.platform, chosen.place, chosen.results FROM boards JOIN chat_settings AS chosen ON chosen.platform = boards.platform AND chosen.place = substr(boards.chat, 1, strpos(boards.chat || '/', '/') - 1) WHERE boards.match = NEW.match AND boards.private = 0 AND chosen.results <> '' AND NOT EXISTS ( SELECT 1 FROM boards AS there WHERE there.match = NEW.match AND there.platform = chosen.platform AND there.chat = chosen.results ) ON CONFLICT DO NOTHING; END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.results_call_their_tournament() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF true THEN UPDATE tournaments SET due = 0 WHERE stage = 'running' AND id = (SELECT tournament FROM tournament_pairings WHERE match = NEW.match); END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.seen_give_way() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF (NEW.match, NEW.player, NEW.platform, NEW.chat) <> (OLD.match, OLD.player, OLD.platform, OLD.chat) THEN DELETE FROM seen WHERE (match, player, platform, chat) = (NEW.match, NEW.player, NEW.platform, NEW.chat); END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE FUNCTION public.silences_give_way() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF (NEW.platform, NEW.place, NEW.player) <> (OLD.platform, OLD.place, OLD.player) THEN DELETE FROM silences WHERE (platform, place, player) = (NEW.platform, NEW.place, NEW.player); END IF; RETURN coalesce(NEW, OLD); END $$;
CREATE TABLE public.blocks (
    player text NOT NULL COLLATE pg_catalog."C",
    blocked text NOT NULL COLLATE pg_catalog."C",
    since bigint NOT NULL,
    CONSTRAINT blocks_check CHECK ((player <> blocked))
);
CREATE TABLE public.boards (
    id text NOT NULL COLLATE pg_catalog."C",
    match text NOT NULL COLLATE pg_catalog."C",
    platform text NOT NULL COLLATE pg_catalog."C",
    chat text NOT NULL COLLATE pg_catalog."C",
    private bigint NOT NULL,
    message text COLLATE pg_catalog."C",
    player text COLLATE pg_catalog."C",
    shown bigint NOT NULL,
    moved_to text COLLATE pg_catalog."C",
    latest bigint NOT NULL,
    behind bigint GENERATED ALWAYS AS ((((shown < latest) OR (moved_to IS NOT NULL)))::integer) STORED,
    notified text COLLATE pg_catalog."C",
    question bigint,
    made bigint DEFAULT 0 NOT NULL,
    leased_by text COLLATE pg_catalog."C",
    leased_until bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.bots (
    platform text NOT NULL COLLATE pg_catalog."C",
    bot text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.chat_settings (
    platform text NOT NULL COLLATE pg_catalog."C",
    place text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    theme text NOT NULL COLLATE pg_catalog."C",
    text_only bigint NOT NULL,
    challengers text NOT NULL COLLATE pg_catalog."C",
    words bigint DEFAULT 1 NOT NULL,
    seeks bigint DEFAULT 0 NOT NULL,
    results text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    threads bigint DEFAULT 0 NOT NULL,
    revision bigint DEFAULT 1 NOT NULL
);
CREATE TABLE public.claims (
    name text NOT NULL COLLATE pg_catalog."C",
    claimed_by text NOT NULL COLLATE pg_catalog."C",
    claimed_until bigint NOT NULL
);
CREATE TABLE public.credits (
    heard text NOT NULL COLLATE pg_catalog."C",
    seconds bigint NOT NULL
);
CREATE TABLE public.daily_puzzles (
    platform text NOT NULL COLLATE pg_catalog."C",
    place text NOT NULL COLLATE pg_catalog."C",
    chat text NOT NULL COLLATE pg_catalog."C",
    zone text NOT NULL COLLATE pg_catalog."C",
    due bigint NOT NULL
);
CREATE TABLE public.deadlines (
    match text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    began bigint NOT NULL,
    due bigint NOT NULL,
    heard text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.digest_key (
    id bigint NOT NULL,
    key bytea NOT NULL,
    CONSTRAINT digest_key_id_check CHECK ((id = 1))
);
CREATE TABLE public.errands (
    kind text NOT NULL COLLATE pg_catalog."C",
    match text NOT NULL COLLATE pg_catalog."C",
    platform text NOT NULL COLLATE pg_catalog."C",
    place text NOT NULL COLLATE pg_catalog."C",
    chat text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.events (
    match text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.forgotten_accounts (
    digest text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    until bigint NOT NULL
);
CREATE TABLE public.former_players (
    former text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT former_players_check CHECK ((former <> player))
);
CREATE TABLE public.gone_players (
    player text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.heartbeat (
    id bigint NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT heartbeat_id_check CHECK ((id = 1))
);
CREATE TABLE public.heartbeats (
    platform text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL
);
CREATE TABLE public.link_codes (
    platform text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL COLLATE pg_catalog."C",
    digest text NOT NULL COLLATE pg_catalog."C",
    expires bigint NOT NULL,
    used bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.matches (
    match text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    game text NOT NULL COLLATE pg_catalog."C",
    phase text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    opponent text COLLATE pg_catalog."C",
    awaited text COLLATE pg_catalog."C",
    also_awaited text COLLATE pg_catalog."C",
    since bigint NOT NULL,
    offer bigint,
    take_back bigint,
    late text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    changes bigint DEFAULT 1 NOT NULL
);
CREATE TABLE public.meetings (
    match text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.mutes (
    player text NOT NULL COLLATE pg_catalog."C",
    muted text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT mutes_check CHECK ((player <> muted))
);
CREATE TABLE public.notices (
    player text NOT NULL COLLATE pg_catalog."C",
    match text NOT NULL COLLATE pg_catalog."C",
    question bigint NOT NULL,
    since bigint NOT NULL,
    due bigint NOT NULL,
    told bigint NOT NULL
);
CREATE TABLE public.people (
    platform text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    folded text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    handle text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.people_count (
    id bigint NOT NULL,
    number bigint NOT NULL,
    CONSTRAINT people_count_id_check CHECK ((id = 1))
);
CREATE TABLE public.people_epoch (
    id bigint NOT NULL,
    number bigint NOT NULL,
    CONSTRAINT people_epoch_id_check CHECK ((id = 1))
);
CREATE TABLE public.people_news (
    number bigint NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.preferences (
    player text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    theme text NOT NULL COLLATE pg_catalog."C",
    text_only bigint NOT NULL,
    reminders bigint NOT NULL,
    quiet_from bigint,
    quiet_to bigint,
    zone text NOT NULL COLLATE pg_catalog."C",
    words bigint DEFAULT 1 NOT NULL,
    away text DEFAULT '[]'::text NOT NULL COLLATE pg_catalog."C",
    revision bigint DEFAULT 1 NOT NULL
);
CREATE TABLE public.presses (
    press text NOT NULL COLLATE pg_catalog."C",
    match text NOT NULL COLLATE pg_catalog."C",
    counted bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.ratings (
    player text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    value double precision NOT NULL,
    deviation double precision NOT NULL,
    provisional bigint NOT NULL,
    won bigint NOT NULL,
    drawn bigint NOT NULL,
    lost bigint NOT NULL,
    last bigint NOT NULL,
    volatility double precision DEFAULT 0 NOT NULL,
    low double precision GENERATED ALWAYS AS ((value - ((2.0)::double precision * deviation))) STORED,
    first bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.records (
    rowid bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE public.records ALTER COLUMN rowid ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.records_rowid_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.refusals (
    reason text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.remarks (
    number bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    match text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    reader text NOT NULL COLLATE pg_catalog."C",
    said text NOT NULL COLLATE pg_catalog."C",
    phrase bigint NOT NULL,
    at bigint NOT NULL,
    until bigint NOT NULL,
    platform text COLLATE pg_catalog."C",
    chat text COLLATE pg_catalog."C",
    private bigint,
    message text COLLATE pg_catalog."C",
    reporter text COLLATE pg_catalog."C",
    reported bigint,
    waiting bigint GENERATED ALWAYS AS (((message IS NULL))::integer) STORED
);
ALTER TABLE public.remarks ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.remarks_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.results (
    number bigint NOT NULL,
    match text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    house_rules text NOT NULL COLLATE pg_catalog."C",
    first text NOT NULL COLLATE pg_catalog."C",
    second text NOT NULL COLLATE pg_catalog."C",
    winner bigint,
    reason text NOT NULL COLLATE pg_catalog."C",
    plies bigint NOT NULL,
    ended bigint NOT NULL,
    counts text NOT NULL COLLATE pg_catalog."C",
    first_value double precision,
    first_deviation double precision,
    first_became double precision,
    first_matches bigint,
    second_value double precision,
    second_deviation double precision,
    second_became double precision,
    second_matches bigint,
    first_weight double precision,
    second_weight double precision,
    CONSTRAINT results_check CHECK (((counts = 'rated'::text) = (second_matches IS NOT NULL)))
);
ALTER TABLE public.results ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.results_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews (
    match text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    player text NOT NULL COLLATE pg_catalog."C",
    moves text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.seeks (
    id text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    terms text NOT NULL COLLATE pg_catalog."C",
    lowest bigint NOT NULL,
    highest bigint NOT NULL,
    platform text NOT NULL COLLATE pg_catalog."C",
    press text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE public.seen (
    match text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    platform text NOT NULL COLLATE pg_catalog."C",
    chat text NOT NULL COLLATE pg_catalog."C",
    private bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.silences (
    platform text NOT NULL COLLATE pg_catalog."C",
    place text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.steps (
    number bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE public.steps ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.steps_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournament_entrants (
    tournament text NOT NULL COLLATE pg_catalog."C",
    player text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    gone bigint NOT NULL
);
CREATE TABLE public.tournament_pairings (
    tournament text NOT NULL COLLATE pg_catalog."C",
    round bigint NOT NULL,
    number bigint NOT NULL,
    first text NOT NULL COLLATE pg_catalog."C",
    second text COLLATE pg_catalog."C",
    match text COLLATE pg_catalog."C",
    outcome text COLLATE pg_catalog."C",
    in_time bigint NOT NULL
);
CREATE TABLE public.tournaments (
    id text NOT NULL COLLATE pg_catalog."C",
    platform text NOT NULL COLLATE pg_catalog."C",
    place text NOT NULL COLLATE pg_catalog."C",
    chat text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    style text NOT NULL COLLATE pg_catalog."C",
    rounds bigint NOT NULL,
    terms text NOT NULL COLLATE pg_catalog."C",
    organiser text NOT NULL COLLATE pg_catalog."C",
    made bigint NOT NULL,
    due bigint NOT NULL,
    stage text NOT NULL COLLATE pg_catalog."C",
    round bigint NOT NULL,
    ends bigint NOT NULL,
    told bigint NOT NULL
);
CREATE TABLE public.wrong_codes (
    platform text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL,
    since bigint NOT NULL
);
INSERT INTO public.blocks VALUES ('5793be5c3a86a1ce8b', '1fef1d93da8d90f1ff', 130);
INSERT INTO public.blocks VALUES ('a1a1a1a1a1a1a1a1a1', '6792ee7375c37584f0', 100);
INSERT INTO public.blocks VALUES ('a1a1a1a1a1a1a1a1a1', 'e5e5e5e5e5e5e5e5e5', 100);
INSERT INTO public.blocks VALUES ('b2b2b2b2b2b2b2b2b2', 'a1a1a1a1a1a1a1a1a1', 120);
INSERT INTO public.boards VALUES ('033d827de0f93077daa2', 'N8EYCP', 'web', '@c6fd0d888841e7aa', 1, 'ac2294c78ebb0265', '1fef1d93da8d90f1ff', 19, NULL, 19, DEFAULT, NULL, NULL, 1893457431, NULL, 0);
INSERT INTO public.boards VALUES ('06899523433f0a80cf78', 'ZFD4G2', 'telegram', '-1001000000001', 0, '-1001000000001/7', NULL, 17, NULL, 17, DEFAULT, NULL, NULL, 1893457367, NULL, 0);
INSERT INTO public.boards VALUES ('1c2d2e0e1762cd18168c', 'TBJ699', 'discord', '@1985527309938982915', 1, '1985527333372559450/1985532676546757266', '6792ee7375c37584f0', 18, NULL, 18, DEFAULT, NULL, NULL, 1893458278, NULL, 0);
INSERT INTO public.boards VALUES ('1d3dcdb9a9d3ec21b5d9', 'CBW4YE', 'discord', '@1985527309938982915', 1, '1985527333372559450/1985527333620023388', '53c57ccc83b8453080', 43, NULL, 43, DEFAULT, NULL, NULL, 1893457005, NULL, 0);
INSERT INTO public.boards VALUES ('23410bf592d05a00e2ce', '4VNSTB', 'telegram', '1001', 1, '1001/124', '5793be5c3a86a1ce8b', 42, NULL, 42, DEFAULT, NULL, NULL, 1893458627, NULL, 0);
INSERT INTO public.boards VALUES ('305b71943a201f379c75', 'HGDSJM', 'discord', '@1985527309938982915', 1, '1985527333372559450/1985529833320350056', '6792ee7375c37584f0', 4, NULL, 4, DEFAULT, NULL, NULL, 1893457601, NULL, 0);
INSERT INTO public.boards VALUES ('4aab70741ca4c16cb9d3', 'ZFD4G2', 'telegram', '1001', 1, '1001/62', '5793be5c3a86a1ce8b', 17, NULL, 17, DEFAULT, NULL, NULL, 1893457654, NULL, 0);
INSERT INTO public.boards VALUES ('532552a8b7e477265fa2', 'YBHF9N', 'telegram', '-1001000000001', 0, '-1001000000001/8', NULL, 2, NULL, 2, DEFAULT, NULL, NULL, 1893457401, NULL, 0);
INSERT INTO public.boards VALUES ('5af974d09aed38c77151', 'TBJ699', 'telegram', '-1001000000001', 0, '-1001000000001/17', NULL, 18, NULL, 18, DEFAULT, NULL, NULL, 1893457706, NULL, 0);
INSERT INTO public.boards VALUES ('5bab62b0548e49528898', 'NE3TXE', 'discord', '@1985527309938982915', 1, '1985527333372559450/1985532289165034080', '6792ee7375c37584f0', 8, NULL, 8, DEFAULT, NULL, NULL, 1893458186, NULL, 0);
INSERT INTO public.boards VALUES ('655b07acc6cf8a81a452', 'HGDSJM', 'telegram', '-1001000000001', 0, '-1001000000001/16', NULL, 4, NULL, 4, DEFAULT, NULL, NULL, 1893457601, NULL, 0);
INSERT INTO public.boards VALUES ('784ff48e1a2e61ce5b63', 'YBHF9N', 'discord', '@1985527309934788610', 1, '1985527324971368535/1985528995638149368', '1fef1d93da8d90f1ff', 2, NULL, 2, DEFAULT, NULL, NULL, 1893457401, NULL, 0);
INSERT INTO public.boards VALUES ('7e1e1f4b1582b4fc146e', 'NE3TXE', 'discord', '1985527309947371525/1985527309951565830', 0, '1985527309951565830/1985531844837245488', NULL, 8, NULL, 8, DEFAULT, NULL, NULL, 1893458080, NULL, 0);
INSERT INTO public.boards VALUES ('8b6f2453cd175acd73c0', 'N8EYCP', 'discord', '1985527309947371525/1985527309951565830', 0, '1985527309951565830/1985529107558957318', NULL, 19, NULL, 19, DEFAULT, NULL, NULL, 1893457428, NULL, 0);
INSERT INTO public.boards VALUES ('9e87678a97a969da213d', 'MM2P44', 'web', '@c6fd0d888841e7aa', 1, '497b431630bad5ad', '1fef1d93da8d90f1ff', 6, NULL, 6, DEFAULT, NULL, NULL, 1893458202, NULL, 0);
INSERT INTO public.boards VALUES ('a0ff93734f3eee4218db', 'SP5SCD', 'web', '@c6fd0d888841e7aa', 1, 'c29b4929842ea24b', '1fef1d93da8d90f1ff', 16, NULL, 16, DEFAULT, NULL, NULL, 1893457755, NULL, 0);
INSERT INTO public.boards VALUES ('a1584c0ef93c45963df4', 'QJ4K72', 'telegram', '-1001000000001', 0, '-1001000000001/4', NULL, 14, NULL, 14, DEFAULT, NULL, NULL, 1893457024, NULL, 0);
INSERT INTO public.boards VALUES ('a79ee40d7c2ec5407499', 'MM2P44', 'telegram', '1001', 1, '1001/103', '5793be5c3a86a1ce8b', 6, NULL, 6, DEFAULT, NULL, NULL, 1893458058, NULL, 0);
INSERT INTO public.boards VALUES ('ab5023117d7d089bd5aa', 'MM2P44', 'discord', '@1985527309934788610', 1, '1985527324971368535/1985532187289584219', '1fef1d93da8d90f1ff', 6, NULL, 6, DEFAULT, NULL, NULL, 1893458162, NULL, 0);
INSERT INTO public.boards VALUES ('abe2b5345bd2784310f8', 'SP5SCD', 'discord', '1985527309947371525/1985527309951565830', 0, '1985527309951565830/1985530481747165611', NULL, 16, NULL, 16, DEFAULT, NULL, NULL, 1893457755, NULL, 0);
INSERT INTO public.boards VALUES ('b8fc922af9a7e7652567', 'J78NKC', 'telegram', '-1001000000001', 0, '-1001000000001/2', NULL, 5, NULL, 5, DEFAULT, NULL, NULL, 1893457023, NULL, 0);
INSERT INTO public.boards VALUES ('dfda2d260995c8d56d33', '9G9TDG', 'web', '@c6fd0d888841e7aa', 1, '31429e1628e75d70', '1fef1d93da8d90f1ff', 2, NULL, 2, DEFAULT, NULL, NULL, 1893457004, NULL, 0);
INSERT INTO public.boards VALUES ('f31bcda77c7365b29ca8', 'QJ4K72', 'telegram', '1001', 1, '1001/2', '5793be5c3a86a1ce8b', 14, NULL, 14, DEFAULT, NULL, NULL, 1893457002, NULL, 0);
INSERT INTO public.boards VALUES ('fb0fc3225b66fed807aa', 'J78NKC', 'discord', '@1985527309934788610', 1, '1985527324971368535/1985527325172695129', 'd2f486be6678dbca50', 5, NULL, 5, DEFAULT, NULL, NULL, 1893457003, NULL, 0);
INSERT INTO public.bots VALUES ('discord', '100000000000000000');
INSERT INTO public.bots VALUES ('telegram', '900');
INSERT INTO public.bots VALUES ('web', 'here');
INSERT INTO public.chat_settings VALUES ('discord', '1985527309947371525', 'ca', 'light', 0, 'everyone', 1, 0, '1985527309947371525/7', 1, 1);
INSERT INTO public.chat_settings VALUES ('telegram', '-1001', 'de', 'large', 0, 'everyone', 0, 0, '', 0, 1);
INSERT INTO public.chat_settings VALUES ('web', 'channel', 'de', 'light', 0, 'everyone', 1, 1, '', 0, 1);
INSERT INTO public.claims VALUES ('daily', 'p1', 1893458927);
INSERT INTO public.credits VALUES ('', 99);
INSERT INTO public.credits VALUES ('discord', 99);
INSERT INTO public.credits VALUES ('discord web', 99);
INSERT INTO public.credits VALUES ('telegram', 99);
INSERT INTO public.credits VALUES ('web', 99);
INSERT INTO public.daily_puzzles VALUES ('discord', '1985527309947371525', '1985527309947371525', 'Europe/Vienna', 1893458867);
INSERT INTO public.daily_puzzles VALUES ('telegram', '-1001', '-1001', 'Europe/Vienna', 1893459867);
INSERT INTO public.daily_puzzles VALUES ('web', 'channel', 'channel', 'Europe/Vienna', 1893460867);
INSERT INTO public.deadlines VALUES ('4VNSTB', 'forewarning', -1, 1893458272, 1895791072, '');
INSERT INTO public.deadlines VALUES ('4VNSTB', 'last_hour', 0, 1893458272, 1893713872, 'telegram');
INSERT INTO public.deadlines VALUES ('4VNSTB', 'reminder', 0, 1893458272, 1893652672, 'telegram');
INSERT INTO public.deadlines VALUES ('4VNSTB', 'time', 0, 1893458272, 1893717472, 'telegram');
INSERT INTO public.deadlines VALUES ('4VZEZZ', 'expiry', -1, 1893458249, 1893544649, '');
INSERT INTO public.deadlines VALUES ('XXZYQM', 'forewarning', -1, 1893457753, 1895790553, '');
INSERT INTO public.deadlines VALUES ('XXZYQM', 'last_hour', 1, 1893457753, 1893713353, 'discord web');
INSERT INTO public.deadlines VALUES ('XXZYQM', 'reminder', 1, 1893457753, 1893652153, 'discord web');
INSERT INTO public.deadlines VALUES ('XXZYQM', 'time', 1, 1893457753, 1893716953, 'discord web');
INSERT INTO public.digest_key VALUES (1, '\xb19dd99f6bceb30850350ecd07810b5b51a7ffdc067fb594e025ad5f97014a7f');
INSERT INTO public.errands VALUES ('result', 'CBW4YE', 'discord', '1985527309947371525', '1985527309947371525/7');
INSERT INTO public.errands VALUES ('stopped', 'HGDSJM', 'web', 'channel', 'channel');
INSERT INTO public.errands VALUES ('thread', '4VNSTB', '', '', '');
INSERT INTO public.events VALUES ('4VNSTB', 1, 'Challenged', '{"at":1893457739,"match":"4VNSTB","game":"stacko","game_version":1,"house_rules":{},"challenger":"5793be5c3a86a1ce8b","invited":"add7ed11734aa733de","first":"5793be5c3a86a1ce8b","seed":"f04a8a63b41dd773d8b71f3d336a37a61a4a245dc233b796bb3e82a68e3e3c95","entropy":"lock2:885c46a410f5e652884f0d1f762ea69c1e8ec35e0bf47eb143992c388abf9b07","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('4VNSTB', 2, 'Accepted', '{"at":1893457750,"player":"robot:3","entropy":"key:c45f533d319826b7f4fbb784fa1208c4"}');
INSERT INTO public.events VALUES ('4VNSTB', 3, 'MovePlayed', '{"at":1893457750,"seat":0,"notation":"5"}');
INSERT INTO public.events VALUES ('4VNSTB', 4, 'MovePlayed', '{"at":1893457751,"seat":1,"notation":"9"}');
INSERT INTO public.events VALUES ('4VNSTB', 5, 'MovePlayed', '{"at":1893457789,"seat":0,"notation":"3"}');
INSERT INTO public.events VALUES ('4VNSTB', 6, 'MovePlayed', '{"at":1893457790,"seat":1,"notation":"7"}');
INSERT INTO public.events VALUES ('4VNSTB', 7, 'MovePlayed', '{"at":1893457794,"seat":0,"notation":"6"}');
INSERT INTO public.events VALUES ('4VNSTB', 8, 'MovePlayed', '{"at":1893457798,"seat":1,"notation":"5"}');
INSERT INTO public.events VALUES ('4VNSTB', 9, 'MovePlayed', '{"at":1893457820,"seat":0,"notation":"10"}');
INSERT INTO public.events VALUES ('4VNSTB', 10, 'MovePlayed', '{"at":1893457821,"seat":1,"notation":"9"}');
INSERT INTO public.events VALUES ('4VNSTB', 11, 'MovePlayed', '{"at":1893457848,"seat":0,"notation":"draw"}');
INSERT INTO public.events VALUES ('4VNSTB', 12, 'MovePlayed', '{"at":1893457922,"seat":0,"notation":"8"}');
INSERT INTO public.events VALUES ('4VNSTB', 13, 'MovePlayed', '{"at":1893457925,"seat":1,"notation":"7"}');
INSERT INTO public.events VALUES ('4VNSTB', 14, 'MovePlayed', '{"at":1893457937,"seat":0,"notation":"1"}');
INSERT INTO public.events VALUES ('4VNSTB', 15, 'MovePlayed', '{"at":1893457939,"seat":1,"notation":"5"}');
INSERT INTO public.events VALUES ('4VNSTB', 16, 'MovePlayed', '{"at":1893457986,"seat":0,"notation":"5"}');
INSERT INTO public.events VALUES ('4VNSTB', 17, 'MovePlayed', '{"at":1893457987,"seat":1,"notation":"9"}');
INSERT INTO public.events VALUES ('4VNSTB', 18, 'MovePlayed', '{"at":1893458015,"seat":0,"notation":"1"}');
INSERT INTO public.events VALUES ('4VNSTB', 19, 'MovePlayed', '{"at":1893458016,"seat":1,"notation":"5"}');
INSERT INTO public.events VALUES ('4VNSTB', 20, 'MovePlayed', '{"at":1893458024,"seat":0,"notation":"draw"}');
INSERT INTO public.events VALUES ('4VNSTB', 21, 'MovePlayed', '{"at":1893458051,"seat":0,"notation":"6"}');
INSERT INTO public.events VALUES ('4VNSTB', 22, 'MovePlayed', '{"at":1893458053,"seat":1,"notation":"8"}');
INSERT INTO public.events VALUES ('4VNSTB', 23, 'MovePlayed', '{"at":1893458113,"seat":0,"notation":"6"}');
INSERT INTO public.events VALUES ('4VNSTB', 24, 'MovePlayed', '{"at":1893458114,"seat":1,"notation":"5"}');
INSERT INTO public.events VALUES ('4VNSTB', 25, 'MovePlayed', '{"at":1893458129,"seat":0,"notation":"2"}');
INSERT INTO public.events VALUES ('4VNSTB', 26, 'MovePlayed', '{"at":1893458130,"seat":1,"notation":"7"}');
INSERT INTO public.events VALUES ('4VNSTB', 27, 'MovePlayed', '{"at":1893458136,"seat":0,"notation":"7"}');
INSERT INTO public.events VALUES ('4VNSTB', 28, 'MovePlayed', '{"at":1893458137,"seat":1,"notation":"draw"}');
INSERT INTO public.events VALUES ('4VNSTB', 29, 'MovePlayed', '{"at":1893458138,"seat":1,"notation":"8"}');
INSERT INTO public.events VALUES ('4VNSTB', 30, 'MovePlayed', '{"at":1893458147,"seat":0,"notation":"3"}');
INSERT INTO public.events VALUES ('4VNSTB', 31, 'MovePlayed', '{"at":1893458148,"seat":1,"notation":"8"}');
INSERT INTO public.events VALUES ('4VNSTB', 32, 'MovePlayed', '{"at":1893458158,"seat":0,"notation":"draw"}');
INSERT INTO public.events VALUES ('4VNSTB', 33, 'MovePlayed', '{"at":1893458173,"seat":0,"notation":"9"}');
INSERT INTO public.events VALUES ('4VNSTB', 34, 'MovePlayed', '{"at":1893458174,"seat":1,"notation":"2"}');
INSERT INTO public.events VALUES ('4VNSTB', 35, 'MovePlayed', '{"at":1893458185,"seat":0,"notation":"5"}');
INSERT INTO public.events VALUES ('4VNSTB', 36, 'MovePlayed', '{"at":1893458187,"seat":1,"notation":"8"}');
INSERT INTO public.events VALUES ('4VNSTB', 37, 'MovePlayed', '{"at":1893458191,"seat":0,"notation":"draw"}');
INSERT INTO public.events VALUES ('4VNSTB', 38, 'MovePlayed', '{"at":1893458259,"seat":0,"notation":"7"}');
INSERT INTO public.events VALUES ('4VNSTB', 39, 'MovePlayed', '{"at":1893458262,"seat":1,"notation":"draw"}');
INSERT INTO public.events VALUES ('4VNSTB', 40, 'MovePlayed', '{"at":1893458263,"seat":1,"notation":"10"}');
INSERT INTO public.events VALUES ('4VNSTB', 41, 'MovePlayed', '{"at":1893458271,"seat":0,"notation":"2"}');
INSERT INTO public.events VALUES ('4VNSTB', 42, 'MovePlayed', '{"at":1893458272,"seat":1,"notation":"5"}');
INSERT INTO public.events VALUES ('4VZEZZ', 1, 'Challenged', '{"at":1893458249,"match":"4VZEZZ","game":"stacko","game_version":1,"house_rules":{},"challenger":"6792ee7375c37584f0","invited":"add7ed11734aa733de","first":"add7ed11734aa733de","seed":"504470e0c1558db1b0baec302792f283599d012220574fa381a57848e57541b3","entropy":"lock2:0be43f6939673a6d468e4c06fb7b8ceedeba6025eac4e566f1a5c7f69af923df","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('9G9TDG', 1, 'Challenged', '{"at":1893457004,"match":"9G9TDG","game":"sahara","game_version":1,"house_rules":{},"challenger":"1fef1d93da8d90f1ff","invited":null,"first":null,"seed":"b53a2319ab9bc94d7df101fd5bd75622c57ed8e1fcc065ae3233f327337d7cfd","entropy":"lock2:684de418acf1f631e28850edf3fc9fc47efb941a0c7ba65cc0e21d4f17aec0fc","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('9G9TDG', 2, 'Cancelled', '{"at":1893457062,"player":"1fef1d93da8d90f1ff"}');
INSERT INTO public.events VALUES ('CBW4YE', 1, 'Challenged', '{"at":1893457005,"match":"CBW4YE","game":"sahara","game_version":1,"house_rules":{},"challenger":"53c57ccc83b8453080","invited":null,"first":null,"seed":"fdb399eaf34a3b2f3c8c5a9cbcce711164fcd2af897fbc79d7aa8a21713e1efe","entropy":"lock2:2f601595e9546a593a508376efec1c107088c73158f276a105545d7f1420edb7","clock":604800,"increment":86400,"rated":true}');
INSERT INTO public.events VALUES ('CBW4YE', 2, 'Accepted', '{"at":1893457005,"player":"robot:3","entropy":"key:5b466de2b8c7480fad479b59524f2d8d"}');
INSERT INTO public.events VALUES ('CBW4YE', 3, 'MovePlayed', '{"at":1893457084,"seat":0,"notation":"2","used":79}');
INSERT INTO public.events VALUES ('CBW4YE', 4, 'MovePlayed', '{"at":1893457085,"seat":1,"notation":"6","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 5, 'MovePlayed', '{"at":1893457097,"seat":0,"notation":"3","used":12}');
INSERT INTO public.events VALUES ('CBW4YE', 6, 'MovePlayed', '{"at":1893457139,"seat":0,"notation":"4","used":42}');
INSERT INTO public.events VALUES ('CBW4YE', 7, 'MovePlayed', '{"at":1893457140,"seat":1,"notation":"1","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 8, 'MovePlayed', '{"at":1893457168,"seat":0,"notation":"6","used":28}');
INSERT INTO public.events VALUES ('CBW4YE', 9, 'MovePlayed', '{"at":1893457168,"seat":1,"notation":"4"}');
INSERT INTO public.events VALUES ('CBW4YE', 10, 'MovePlayed', '{"at":1893457194,"seat":0,"notation":"5","used":26}');
INSERT INTO public.events VALUES ('CBW4YE', 11, 'MovePlayed', '{"at":1893457195,"seat":1,"notation":"3","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 12, 'MovePlayed', '{"at":1893457203,"seat":0,"notation":"1","used":8}');
INSERT INTO public.events VALUES ('CBW4YE', 13, 'MovePlayed', '{"at":1893457212,"seat":0,"notation":"6","used":9}');
INSERT INTO public.events VALUES ('CBW4YE', 14, 'MovePlayed', '{"at":1893457214,"seat":1,"notation":"6","used":2}');
INSERT INTO public.events VALUES ('CBW4YE', 15, 'MovePlayed', '{"at":1893457228,"seat":0,"notation":"2","used":14}');
INSERT INTO public.events VALUES ('CBW4YE', 16, 'MovePlayed', '{"at":1893457265,"seat":0,"notation":"3","used":37}');
INSERT INTO public.events VALUES ('CBW4YE', 17, 'MovePlayed', '{"at":1893457268,"seat":1,"notation":"5","used":3}');
INSERT INTO public.events VALUES ('CBW4YE', 18, 'MovePlayed', '{"at":1893457291,"seat":0,"notation":"2","used":23}');
INSERT INTO public.events VALUES ('CBW4YE', 19, 'MovePlayed', '{"at":1893457294,"seat":1,"notation":"4","used":3}');
INSERT INTO public.events VALUES ('CBW4YE', 20, 'MovePlayed', '{"at":1893457303,"seat":0,"notation":"5","used":9}');
INSERT INTO public.events VALUES ('CBW4YE', 21, 'MovePlayed', '{"at":1893457304,"seat":1,"notation":"1","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 22, 'MovePlayed', '{"at":1893457313,"seat":0,"notation":"6","used":9}');
INSERT INTO public.events VALUES ('CBW4YE', 23, 'MovePlayed', '{"at":1893457329,"seat":0,"notation":"4","used":16}');
INSERT INTO public.events VALUES ('CBW4YE', 24, 'MovePlayed', '{"at":1893457332,"seat":1,"notation":"6","used":3}');
INSERT INTO public.events VALUES ('CBW4YE', 25, 'MovePlayed', '{"at":1893457349,"seat":0,"notation":"3","used":17}');
INSERT INTO public.events VALUES ('CBW4YE', 26, 'MovePlayed', '{"at":1893457350,"seat":1,"notation":"5","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 27, 'MovePlayed', '{"at":1893457351,"seat":1,"notation":"1","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 28, 'MovePlayed', '{"at":1893457389,"seat":0,"notation":"5","used":38}');
INSERT INTO public.events VALUES ('CBW4YE', 29, 'MovePlayed', '{"at":1893457436,"seat":0,"notation":"6","used":47}');
INSERT INTO public.events VALUES ('CBW4YE', 30, 'MovePlayed', '{"at":1893457437,"seat":1,"notation":"2","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 31, 'MovePlayed', '{"at":1893457473,"seat":0,"notation":"4","used":36}');
INSERT INTO public.events VALUES ('CBW4YE', 32, 'MovePlayed', '{"at":1893457508,"seat":0,"notation":"5","used":35}');
INSERT INTO public.events VALUES ('CBW4YE', 33, 'MovePlayed', '{"at":1893457511,"seat":1,"notation":"3","used":3}');
INSERT INTO public.events VALUES ('CBW4YE', 34, 'MovePlayed', '{"at":1893457532,"seat":0,"notation":"3","used":21}');
INSERT INTO public.events VALUES ('CBW4YE', 35, 'MovePlayed', '{"at":1893457533,"seat":1,"notation":"5","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 36, 'MovePlayed', '{"at":1893457546,"seat":0,"notation":"1","used":13}');
INSERT INTO public.events VALUES ('CBW4YE', 37, 'MovePlayed', '{"at":1893457547,"seat":1,"notation":"4","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 38, 'MovePlayed', '{"at":1893457617,"seat":0,"notation":"4","used":70}');
INSERT INTO public.events VALUES ('CBW4YE', 39, 'MovePlayed', '{"at":1893457618,"seat":1,"notation":"6","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 40, 'MovePlayed', '{"at":1893457693,"seat":0,"notation":"1","used":75}');
INSERT INTO public.events VALUES ('CBW4YE', 41, 'MovePlayed', '{"at":1893457694,"seat":1,"notation":"5","used":1}');
INSERT INTO public.events VALUES ('CBW4YE', 42, 'MovePlayed', '{"at":1893457696,"seat":0,"notation":"5","used":2}');
INSERT INTO public.events VALUES ('CBW4YE', 43, 'MovePlayed', '{"at":1893457699,"seat":1,"notation":"6","used":3}');
INSERT INTO public.events VALUES ('HGDSJM', 1, 'Challenged', '{"at":1893457577,"match":"HGDSJM","game":"stacko","game_version":1,"house_rules":{},"challenger":"6792ee7375c37584f0","invited":null,"first":null,"seed":"697b195c1a149a95bcd4a0eac4e1bb97a0981a48551c63562efad7d682d8b32a","entropy":"lock2:cb9be01100426a2c5efd32d0bb0ac7f28d02358308ec310227a0f00566325dc4","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('HGDSJM', 2, 'Accepted', '{"at":1893457601,"player":"add7ed11734aa733de","entropy":"key:74b9764fd32743881dc83357b5fa4bab"}');
INSERT INTO public.events VALUES ('HGDSJM', 3, 'DrawOffered', '{"at":1893457624,"seat":1}');
INSERT INTO public.events VALUES ('HGDSJM', 4, 'Resigned', '{"at":1893457633,"seat":1}');
INSERT INTO public.events VALUES ('J78NKC', 1, 'Challenged', '{"at":1893457003,"match":"J78NKC","game":"sato","game_version":1,"house_rules":{},"challenger":"d2f486be6678dbca50","invited":null,"first":null,"seed":"c7c0d8f9ebcff1cd6a03551a475aa03bd0afabddf9252666c227dbe2e2fa3518","entropy":"lock2:efcc909c1af0e0a785f46ededa7b7a7964822123e3ffddc4dae93f81d861611d","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('J78NKC', 2, 'Accepted', '{"at":1893457023,"player":"5793be5c3a86a1ce8b","entropy":"key:603d7cc3e1cf21202905d4a1b2c6f4f9"}');
INSERT INTO public.events VALUES ('J78NKC', 3, 'MovePlayed', '{"at":1893457172,"seat":0,"notation":"rbo e1 w0"}');
INSERT INTO public.events VALUES ('J78NKC', 4, 'MovePlayed', '{"at":1893457218,"seat":1,"notation":"pass"}');
INSERT INTO public.events VALUES ('J78NKC', 5, 'Resigned', '{"at":1893457274,"seat":1}');
INSERT INTO public.events VALUES ('MM2P44', 1, 'Challenged', '{"at":1893458058,"match":"MM2P44","game":"sahara","game_version":1,"house_rules":{},"challenger":"5793be5c3a86a1ce8b","invited":null,"first":null,"seed":"a584e9effcfa94c790c1a2f61c56d4b648637e4a361c05d3287ef11d85368b30","entropy":"lock2:ed00f935d3a8c7c5aa890304661efe143bff3dc243f811193dae7dae314dbcd0","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('MM2P44', 2, 'Accepted', '{"at":1893458162,"player":"1fef1d93da8d90f1ff","entropy":"key:12ddae37fa91a886c8e8f5212fb8e824"}');
INSERT INTO public.events VALUES ('MM2P44', 3, 'MovePlayed', '{"at":1893458174,"seat":0,"notation":"1"}');
INSERT INTO public.events VALUES ('MM2P44', 4, 'MovePlayed', '{"at":1893458202,"seat":1,"notation":"1"}');
INSERT INTO public.events VALUES ('MM2P44', 5, 'MovePlayed', '{"at":1893458222,"seat":0,"notation":"6"}');
INSERT INTO public.events VALUES ('MM2P44', 6, 'Resigned', '{"at":1893458262,"seat":0}');
INSERT INTO public.events VALUES ('N8EYCP', 1, 'Challenged', '{"at":1893457428,"match":"N8EYCP","game":"sahara","game_version":1,"house_rules":{},"challenger":"ebca74c20dddb140e3","invited":"1fef1d93da8d90f1ff","first":"ebca74c20dddb140e3","seed":"9505b166007359537e3e694368ef7e9b5c7a91c36e769da91b5975575efa8a75","entropy":"lock2:74a13a344b56b69f1833129e31050b8084a75279cd7c611b9dec5bb53b9535b7","clock":300,"rated":true}');
INSERT INTO public.events VALUES ('N8EYCP', 2, 'Accepted', '{"at":1893457428,"player":"1fef1d93da8d90f1ff","entropy":"key:e6e848b8192105a1e0541cd32cb2cccf"}');
INSERT INTO public.events VALUES ('N8EYCP', 3, 'MovePlayed', '{"at":1893457431,"seat":0,"notation":"6"}');
INSERT INTO public.events VALUES ('N8EYCP', 4, 'MovePlayed', '{"at":1893457455,"seat":1,"notation":"6"}');
INSERT INTO public.events VALUES ('N8EYCP', 5, 'MovePlayed', '{"at":1893457489,"seat":0,"notation":"3"}');
INSERT INTO public.events VALUES ('N8EYCP', 6, 'MovePlayed', '{"at":1893457509,"seat":0,"notation":"5"}');
INSERT INTO public.events VALUES ('N8EYCP', 7, 'MovePlayed', '{"at":1893457512,"seat":1,"notation":"2"}');
INSERT INTO public.events VALUES ('N8EYCP', 8, 'MovePlayed', '{"at":1893457532,"seat":1,"notation":"6"}');
INSERT INTO public.events VALUES ('N8EYCP', 9, 'MovePlayed', '{"at":1893457564,"seat":1,"notation":"1"}');
INSERT INTO public.events VALUES ('N8EYCP', 10, 'MovePlayed', '{"at":1893457567,"seat":0,"notation":"1"}');
INSERT INTO public.events VALUES ('N8EYCP', 11, 'MovePlayed', '{"at":1893457587,"seat":0,"notation":"2"}');
INSERT INTO public.events VALUES ('N8EYCP', 12, 'MovePlayed', '{"at":1893457589,"seat":0,"notation":"6"}');
INSERT INTO public.events VALUES ('N8EYCP', 13, 'MovePlayed', '{"at":1893457593,"seat":1,"notation":"4"}');
INSERT INTO public.events VALUES ('N8EYCP', 14, 'MovePlayed', '{"at":1893457678,"seat":0,"notation":"3"}');
INSERT INTO public.events VALUES ('N8EYCP', 15, 'MovePlayed', '{"at":1893457679,"seat":1,"notation":"1"}');
INSERT INTO public.events VALUES ('N8EYCP', 16, 'MovePlayed', '{"at":1893457680,"seat":1,"notation":"3"}');
INSERT INTO public.events VALUES ('N8EYCP', 17, 'MovePlayed', '{"at":1893457697,"seat":1,"notation":"4"}');
INSERT INTO public.events VALUES ('N8EYCP', 18, 'MovePlayed', '{"at":1893457721,"seat":0,"notation":"1"}');
INSERT INTO public.events VALUES ('N8EYCP', 19, 'Resigned', '{"at":1893457755,"seat":0}');
INSERT INTO public.events VALUES ('NE3TXE', 1, 'Challenged', '{"at":1893458070,"match":"NE3TXE","game":"stacko","game_version":1,"house_rules":{},"challenger":"add7ed11734aa733de","invited":"6792ee7375c37584f0","first":"6792ee7375c37584f0","seed":"51eaa223f4633d2a63c28c94d9ce5f71cde2dff1414875fc7f4f15c42a58a8b7","entropy":"lock2:072e9414d797ba26021ff40d32ff8fcc9da1966a96750de5c586c763a5e12bcc","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('NE3TXE', 2, 'Accepted', '{"at":1893458080,"player":"6792ee7375c37584f0","entropy":"key:da01ac070607400b8ff919a14ab9c95a"}');
INSERT INTO public.events VALUES ('NE3TXE', 3, 'MovePlayed', '{"at":1893458083,"seat":0,"notation":"2"}');
INSERT INTO public.events VALUES ('NE3TXE', 4, 'MovePlayed', '{"at":1893458129,"seat":1,"notation":"8"}');
INSERT INTO public.events VALUES ('NE3TXE', 5, 'MovePlayed', '{"at":1893458148,"seat":0,"notation":"8"}');
INSERT INTO public.events VALUES ('NE3TXE', 6, 'MovePlayed', '{"at":1893458161,"seat":1,"notation":"3"}');
INSERT INTO public.events VALUES ('NE3TXE', 7, 'MovePlayed', '{"at":1893458199,"seat":0,"notation":"1"}');
INSERT INTO public.events VALUES ('NE3TXE', 8, 'Resigned', '{"at":1893458207,"seat":0}');
INSERT INTO public.events VALUES ('QJ4K72', 1, 'Challenged', '{"at":1893457002,"match":"QJ4K72","game":"stacko","game_version":1,"house_rules":{},"challenger":"5793be5c3a86a1ce8b","invited":null,"first":null,"seed":"50e5bbf1ce1e3f97f8c717cde246f8956cb1e1cafe8f5bf01625bf13ae2b8479","entropy":"lock2:85a70d11ad82600eec6cafc200d5a9f39508cc8ef1651cd4ae599fed776ec514","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('QJ4K72', 2, 'Accepted', '{"at":1893457024,"player":"add7ed11734aa733de","entropy":"key:40ad33812c0630cf53451824a4c89bcd"}');
INSERT INTO public.events VALUES ('QJ4K72', 3, 'MovePlayed', '{"at":1893457031,"seat":0,"notation":"6"}');
INSERT INTO public.events VALUES ('QJ4K72', 4, 'MovePlayed', '{"at":1893457051,"seat":1,"notation":"9"}');
INSERT INTO public.events VALUES ('QJ4K72', 5, 'MovePlayed', '{"at":1893457056,"seat":0,"notation":"5"}');
INSERT INTO public.events VALUES ('QJ4K72', 6, 'MovePlayed', '{"at":1893457063,"seat":1,"notation":"2"}');
INSERT INTO public.events VALUES ('QJ4K72', 7, 'MovePlayed', '{"at":1893457100,"seat":0,"notation":"4"}');
INSERT INTO public.events VALUES ('QJ4K72', 8, 'MovePlayed', '{"at":1893457110,"seat":1,"notation":"7"}');
INSERT INTO public.events VALUES ('QJ4K72', 9, 'MovePlayed', '{"at":1893457116,"seat":0,"notation":"10"}');
INSERT INTO public.events VALUES ('QJ4K72', 10, 'MovePlayed', '{"at":1893457129,"seat":1,"notation":"3"}');
INSERT INTO public.events VALUES ('QJ4K72', 11, 'MovePlayed', '{"at":1893457138,"seat":0,"notation":"10"}');
INSERT INTO public.events VALUES ('QJ4K72', 12, 'MovePlayed', '{"at":1893457140,"seat":1,"notation":"4"}');
INSERT INTO public.events VALUES ('QJ4K72', 13, 'MovePlayed', '{"at":1893457156,"seat":0,"notation":"8"}');
INSERT INTO public.events VALUES ('QJ4K72', 14, 'Resigned', '{"at":1893457231,"seat":0}');
INSERT INTO public.events VALUES ('SP5SCD', 1, 'Challenged', '{"at":1893457755,"match":"SP5SCD","game":"sahara","game_version":1,"house_rules":{},"challenger":"1fef1d93da8d90f1ff","invited":"6792ee7375c37584f0","first":"1fef1d93da8d90f1ff","seed":"17d0c09ca5b6a77bbb81c343cd5c5490386cf19b3eb31569152968e40123081b","entropy":"lock2:e2145b92181238533dc7ca11c4cdb714af1b5f03d93d6c2f37028d5f4ae89602","clock":300,"rated":true}');
INSERT INTO public.events VALUES ('SP5SCD', 2, 'Accepted', '{"at":1893457755,"player":"6792ee7375c37584f0","entropy":"key:2649c31334cbd08600009a30e2ba425e"}');
INSERT INTO public.events VALUES ('SP5SCD', 3, 'MovePlayed', '{"at":1893457761,"seat":0,"notation":"3"}');
INSERT INTO public.events VALUES ('SP5SCD', 4, 'TakeBackAsked', '{"at":1893457823,"seat":0}');
INSERT INTO public.events VALUES ('SP5SCD', 5, 'MovePlayed', '{"at":1893457845,"seat":1,"notation":"4"}');
INSERT INTO public.events VALUES ('SP5SCD', 6, 'MovePlayed', '{"at":1893457854,"seat":1,"notation":"3"}');
INSERT INTO public.events VALUES ('SP5SCD', 7, 'MovePlayed', '{"at":1893457862,"seat":0,"notation":"4"}');
INSERT INTO public.events VALUES ('SP5SCD', 8, 'MovePlayed', '{"at":1893457893,"seat":1,"notation":"2"}');
INSERT INTO public.events VALUES ('SP5SCD', 9, 'MovePlayed', '{"at":1893457948,"seat":0,"notation":"5"}');
INSERT INTO public.events VALUES ('SP5SCD', 10, 'MovePlayed', '{"at":1893457949,"seat":1,"notation":"3"}');
INSERT INTO public.events VALUES ('SP5SCD', 11, 'MovePlayed', '{"at":1893457980,"seat":0,"notation":"6"}');
INSERT INTO public.events VALUES ('SP5SCD', 12, 'MovePlayed', '{"at":1893457994,"seat":1,"notation":"6"}');
INSERT INTO public.events VALUES ('SP5SCD', 13, 'MovePlayed', '{"at":1893458032,"seat":0,"notation":"3"}');
INSERT INTO public.events VALUES ('SP5SCD', 14, 'TakeBackAsked', '{"at":1893458041,"seat":1}');
INSERT INTO public.events VALUES ('SP5SCD', 15, 'MovePlayed', '{"at":1893458044,"seat":1,"notation":"3"}');
INSERT INTO public.events VALUES ('SP5SCD', 16, 'Resigned', '{"at":1893458050,"seat":1}');
INSERT INTO public.events VALUES ('TBJ699', 1, 'Challenged', '{"at":1893457706,"match":"TBJ699","game":"stacko","game_version":1,"house_rules":{},"challenger":"add7ed11734aa733de","invited":"6792ee7375c37584f0","first":"add7ed11734aa733de","seed":"ec8c6f87f49f6cd6b6647d97f519e461060ac67a8d6aba18dc04e2e13671a0ef","entropy":"lock2:2658e9e30995cb10c62cc381bf5e1f9f8af0167ecf0efddc7fb4160a20f566da","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('TBJ699', 2, 'Accepted', '{"at":1893457724,"player":"6792ee7375c37584f0","entropy":"key:c513c81be3edd0dc0d4e8511a1ca56d8"}');
INSERT INTO public.events VALUES ('TBJ699', 3, 'MovePlayed', '{"at":1893457754,"seat":0,"notation":"10"}');
INSERT INTO public.events VALUES ('TBJ699', 4, 'MovePlayed', '{"at":1893457754,"seat":1,"notation":"draw"}');
INSERT INTO public.events VALUES ('TBJ699', 5, 'MovePlayed', '{"at":1893457761,"seat":1,"notation":"2"}');
INSERT INTO public.events VALUES ('TBJ699', 6, 'MovePlayed', '{"at":1893457772,"seat":0,"notation":"1"}');
INSERT INTO public.events VALUES ('TBJ699', 7, 'MovePlayed', '{"at":1893457819,"seat":1,"notation":"8"}');
INSERT INTO public.events VALUES ('TBJ699', 8, 'DrawOffered', '{"at":1893457841,"seat":1}');
INSERT INTO public.events VALUES ('TBJ699', 9, 'MovePlayed', '{"at":1893457857,"seat":0,"notation":"8"}');
INSERT INTO public.events VALUES ('TBJ699', 10, 'MovePlayed', '{"at":1893457858,"seat":1,"notation":"draw"}');
INSERT INTO public.events VALUES ('TBJ699', 11, 'MovePlayed', '{"at":1893457870,"seat":1,"notation":"1"}');
INSERT INTO public.events VALUES ('TBJ699', 12, 'MovePlayed', '{"at":1893457884,"seat":0,"notation":"10"}');
INSERT INTO public.events VALUES ('TBJ699', 13, 'MovePlayed', '{"at":1893457892,"seat":1,"notation":"6"}');
INSERT INTO public.events VALUES ('TBJ699', 14, 'MovePlayed', '{"at":1893457937,"seat":0,"notation":"10"}');
INSERT INTO public.events VALUES ('TBJ699', 15, 'MovePlayed', '{"at":1893457945,"seat":1,"notation":"9"}');
INSERT INTO public.events VALUES ('TBJ699', 16, 'MovePlayed', '{"at":1893457978,"seat":0,"notation":"3"}');
INSERT INTO public.events VALUES ('TBJ699', 17, 'MovePlayed', '{"at":1893458002,"seat":1,"notation":"7"}');
INSERT INTO public.events VALUES ('TBJ699', 18, 'Resigned', '{"at":1893458007,"seat":0}');
INSERT INTO public.events VALUES ('XXZYQM', 1, 'Challenged', '{"at":1893457001,"match":"XXZYQM","game":"sator","game_version":1,"house_rules":{},"challenger":"6792ee7375c37584f0","invited":null,"first":null,"seed":"27c4bcdb951be05ec407b85c5d6a96d0d97ce25066cdc8006d9c46d91a51fd57","entropy":"lock2:394bb2220a66d1ef63b2a91b0a04b160c06b281ca14bb22c5e848f9eed7de319","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('XXZYQM', 2, 'Accepted', '{"at":1893457041,"player":"robot:3","entropy":"key:3f42c1d56c69bbba0dbfe818a4bb2777"}');
INSERT INTO public.events VALUES ('XXZYQM', 3, 'MovePlayed', '{"at":1893457042,"seat":0,"notation":"hide b e"}');
INSERT INTO public.events VALUES ('XXZYQM', 4, 'MovePlayed', '{"at":1893457271,"seat":1,"notation":"hide b e"}');
INSERT INTO public.events VALUES ('XXZYQM', 5, 'MovePlayed', '{"at":1893457273,"seat":0,"notation":"b1 b2"}');
INSERT INTO public.events VALUES ('XXZYQM', 6, 'MovePlayed', '{"at":1893457279,"seat":1,"notation":"e5 e4"}');
INSERT INTO public.events VALUES ('XXZYQM', 7, 'MovePlayed', '{"at":1893457281,"seat":0,"notation":"b2 b3"}');
INSERT INTO public.events VALUES ('XXZYQM', 8, 'MovePlayed', '{"at":1893457282,"seat":1,"notation":"b5 b4"}');
INSERT INTO public.events VALUES ('XXZYQM', 9, 'MovePlayed', '{"at":1893457283,"seat":0,"notation":"e1 e2"}');
INSERT INTO public.events VALUES ('XXZYQM', 10, 'MovePlayed', '{"at":1893457300,"seat":1,"notation":"c5 c4"}');
INSERT INTO public.events VALUES ('XXZYQM', 11, 'MovePlayed', '{"at":1893457303,"seat":0,"notation":"e2 e3"}');
INSERT INTO public.events VALUES ('XXZYQM', 12, 'MovePlayed', '{"at":1893457321,"seat":1,"notation":"c4 c3"}');
INSERT INTO public.events VALUES ('XXZYQM', 13, 'MovePlayed', '{"at":1893457322,"seat":0,"notation":"a1 a2"}');
INSERT INTO public.events VALUES ('XXZYQM', 14, 'TakeBackAsked', '{"at":1893457323,"seat":1}');
INSERT INTO public.events VALUES ('XXZYQM', 15, 'TakenBack', '{"at":1893457324,"seat":1}');
INSERT INTO public.events VALUES ('XXZYQM', 16, 'MovePlayed', '{"at":1893457394,"seat":1,"notation":"d5 d4"}');
INSERT INTO public.events VALUES ('XXZYQM', 17, 'MovePlayed', '{"at":1893457394,"seat":0,"notation":"a1 a2"}');
INSERT INTO public.events VALUES ('XXZYQM', 18, 'MovePlayed', '{"at":1893457402,"seat":1,"notation":"d4 e3"}');
INSERT INTO public.events VALUES ('XXZYQM', 19, 'MovePlayed', '{"at":1893457404,"seat":0,"notation":"d1 d2"}');
INSERT INTO public.events VALUES ('XXZYQM', 20, 'MovePlayed', '{"at":1893457415,"seat":1,"notation":"e4 e3"}');
INSERT INTO public.events VALUES ('XXZYQM', 21, 'MovePlayed', '{"at":1893457417,"seat":0,"notation":"a2 a3"}');
INSERT INTO public.events VALUES ('XXZYQM', 22, 'MovePlayed', '{"at":1893457460,"seat":1,"notation":"e3 d2"}');
INSERT INTO public.events VALUES ('XXZYQM', 23, 'MovePlayed', '{"at":1893457463,"seat":0,"notation":"c1 d2"}');
INSERT INTO public.events VALUES ('XXZYQM', 24, 'MovePlayed', '{"at":1893457519,"seat":1,"notation":"c4 b3"}');
INSERT INTO public.events VALUES ('XXZYQM', 25, 'MovePlayed', '{"at":1893457520,"seat":0,"notation":"a3 a4"}');
INSERT INTO public.events VALUES ('XXZYQM', 26, 'MovePlayed', '{"at":1893457591,"seat":1,"notation":"b4 b3"}');
INSERT INTO public.events VALUES ('XXZYQM', 27, 'MovePlayed', '{"at":1893457753,"seat":1,"notation":"b3 b2"}');
INSERT INTO public.events VALUES ('YBHF9N', 1, 'Challenged', '{"at":1893457401,"match":"YBHF9N","game":"sato","game_version":1,"house_rules":{},"challenger":"1fef1d93da8d90f1ff","invited":"5793be5c3a86a1ce8b","first":"5793be5c3a86a1ce8b","seed":"aed78a03837b95e0d26b330d52a3cf73e348b3e8e73dda56a5b46b2f277f755e","entropy":"lock2:2c55ee95ea740882192a59a50445f0cf2704885b4ed7a5ab187734246831b363","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('YBHF9N', 2, 'Cancelled', '{"at":1893457425,"player":"1fef1d93da8d90f1ff"}');
INSERT INTO public.events VALUES ('ZFD4G2', 1, 'Challenged', '{"at":1893457285,"match":"ZFD4G2","game":"stacko","game_version":1,"house_rules":{},"challenger":"add7ed11734aa733de","invited":"5793be5c3a86a1ce8b","first":"add7ed11734aa733de","seed":"1aba3798559027a096dd061630487f62071d61529922704bf7912fa30d9fff06","entropy":"lock2:7176a8bda84e84a5350ac7d8305ff7fc9a391c88b57b6ed5d38dd63a7be61901","clock":259200,"rated":true}');
INSERT INTO public.events VALUES ('ZFD4G2', 2, 'Accepted', '{"at":1893457306,"player":"5793be5c3a86a1ce8b","entropy":"key:793838be3f81453ad485462ed431604e"}');
INSERT INTO public.events VALUES ('ZFD4G2', 3, 'MovePlayed', '{"at":1893457321,"seat":0,"notation":"7"}');
INSERT INTO public.events VALUES ('ZFD4G2', 4, 'MovePlayed', '{"at":1893457339,"seat":1,"notation":"draw"}');
INSERT INTO public.events VALUES ('ZFD4G2', 5, 'MovePlayed', '{"at":1893457380,"seat":1,"notation":"1"}');
INSERT INTO public.events VALUES ('ZFD4G2', 6, 'MovePlayed', '{"at":1893457395,"seat":0,"notation":"7"}');
INSERT INTO public.events VALUES ('ZFD4G2', 7, 'DrawOffered', '{"at":1893457441,"seat":0}');
INSERT INTO public.events VALUES ('ZFD4G2', 8, 'MovePlayed', '{"at":1893457489,"seat":1,"notation":"10"}');
INSERT INTO public.events VALUES ('ZFD4G2', 9, 'MovePlayed', '{"at":1893457501,"seat":0,"notation":"3"}');
INSERT INTO public.events VALUES ('ZFD4G2', 10, 'MovePlayed', '{"at":1893457504,"seat":1,"notation":"5"}');
INSERT INTO public.events VALUES ('ZFD4G2', 11, 'MovePlayed', '{"at":1893457532,"seat":0,"notation":"5"}');
INSERT INTO public.events VALUES ('ZFD4G2', 12, 'MovePlayed', '{"at":1893457545,"seat":1,"notation":"10"}');
INSERT INTO public.events VALUES ('ZFD4G2', 13, 'MovePlayed', '{"at":1893457547,"seat":0,"notation":"1"}');
INSERT INTO public.events VALUES ('ZFD4G2', 14, 'DrawOffered', '{"at":1893457558,"seat":0}');
INSERT INTO public.events VALUES ('ZFD4G2', 15, 'MovePlayed', '{"at":1893457618,"seat":1,"notation":"draw"}');
INSERT INTO public.events VALUES ('ZFD4G2', 16, 'MovePlayed', '{"at":1893457651,"seat":1,"notation":"10"}');
INSERT INTO public.events VALUES ('ZFD4G2', 17, 'DrawAgreed', '{"at":1893457666,"seat":1}');
INSERT INTO public.forgotten_accounts VALUES ('3b6d2431edca88e1a0b45dbe4aec7b375ec4a75c09ea6973952656d2e4cd747a', '6792ee7375c37584f0', 1896050867);
INSERT INTO public.forgotten_accounts VALUES ('a5c735e41073c19805985723f28a3980947d2dacdee6a20bbde91b8f852bbefa', 'add7ed11734aa733de', 1896050867);
INSERT INTO public.forgotten_accounts VALUES ('f8a515625e2b352b151fc53a87c79e4d548c28feab90423e195349ded614cc1b', 'c3c3c3c3c3c3c3c3c3', 1896050867);
INSERT INTO public.former_players VALUES ('53c57ccc83b8453080', '6792ee7375c37584f0');
INSERT INTO public.former_players VALUES ('d2f486be6678dbca50', '1fef1d93da8d90f1ff');
INSERT INTO public.former_players VALUES ('d4d4d4d4d4d4d4d4d4', 'b2b2b2b2b2b2b2b2b2');
INSERT INTO public.gone_players VALUES ('53c57ccc83b8453080');
INSERT INTO public.gone_players VALUES ('add7ed11734aa733de');
INSERT INTO public.gone_players VALUES ('c3c3c3c3c3c3c3c3c3');
INSERT INTO public.gone_players VALUES ('d2f486be6678dbca50');
INSERT INTO public.gone_players VALUES ('d4d4d4d4d4d4d4d4d4');
INSERT INTO public.heartbeat VALUES (1, 1893458967);
INSERT INTO public.heartbeats VALUES ('discord', 1893458967);
INSERT INTO public.heartbeats VALUES ('web', 1893458967);
INSERT INTO public.link_codes VALUES ('discord', '1985527309934788610', 'bec22daae7cea56079b10cc9d3a4d903fde66288dc2d67065e46ea9966f254aa', 1893458449, 0);
INSERT INTO public.link_codes VALUES ('web', '013fb5b4311e52df', 'b2c75fa3f3b1fde167db9e3a5042a93ed40ad15d216566bc89fd52b48853c844', 1893457761, 1);
INSERT INTO public.link_codes VALUES ('web', 'c6fd0d888841e7aa', '21e34d94cb3d3ca1bf78b316959efca978f998357516c8ed1e0c0dd8256cf110', 1893457842, 1);
INSERT INTO public.link_codes VALUES ('web', 'hal', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 1893459467, 0);
INSERT INTO public.matches VALUES ('4VNSTB', 42, 'stacko', 'running', '5793be5c3a86a1ce8b', 'robot:3', '5793be5c3a86a1ce8b', NULL, 1893458272, NULL, NULL, '', 43);
INSERT INTO public.matches VALUES ('4VZEZZ', 1, 'stacko', 'challenge', '6792ee7375c37584f0', 'add7ed11734aa733de', 'add7ed11734aa733de', NULL, 1893458249, NULL, NULL, '', 1);
INSERT INTO public.matches VALUES ('9G9TDG', 2, 'sahara', 'cancelled', '1fef1d93da8d90f1ff', NULL, NULL, NULL, 1893457062, NULL, NULL, '', 2);
INSERT INTO public.matches VALUES ('CBW4YE', 43, 'sahara', 'over', '6792ee7375c37584f0', 'robot:3', NULL, NULL, 1893457699, NULL, NULL, '', 43);
INSERT INTO public.matches VALUES ('HGDSJM', 4, 'stacko', 'over', '6792ee7375c37584f0', 'add7ed11734aa733de', NULL, NULL, 1893457633, NULL, NULL, '', 4);
INSERT INTO public.matches VALUES ('J78NKC', 5, 'sato', 'over', 'd2f486be6678dbca50', '5793be5c3a86a1ce8b', NULL, NULL, 1893457274, NULL, NULL, '', 5);
INSERT INTO public.matches VALUES ('MM2P44', 6, 'sahara', 'over', '1fef1d93da8d90f1ff', '5793be5c3a86a1ce8b', NULL, NULL, 1893458262, NULL, NULL, '', 6);
INSERT INTO public.matches VALUES ('N8EYCP', 19, 'sahara', 'over', 'ebca74c20dddb140e3', '1fef1d93da8d90f1ff', NULL, NULL, 1893457755, NULL, NULL, '', 18);
INSERT INTO public.matches VALUES ('NE3TXE', 8, 'stacko', 'over', '6792ee7375c37584f0', 'add7ed11734aa733de', NULL, NULL, 1893458207, NULL, NULL, '', 9);
INSERT INTO public.matches VALUES ('QJ4K72', 14, 'stacko', 'over', '5793be5c3a86a1ce8b', 'add7ed11734aa733de', NULL, NULL, 1893457231, NULL, NULL, '', 14);
INSERT INTO public.matches VALUES ('SP5SCD', 16, 'sahara', 'over', '1fef1d93da8d90f1ff', '6792ee7375c37584f0', NULL, NULL, 1893458050, NULL, NULL, '', 15);
INSERT INTO public.matches VALUES ('TBJ699', 18, 'stacko', 'over', 'add7ed11734aa733de', '6792ee7375c37584f0', NULL, NULL, 1893458007, NULL, NULL, '', 18);
INSERT INTO public.matches VALUES ('XXZYQM', 27, 'sator', 'running', 'robot:3', '6792ee7375c37584f0', '6792ee7375c37584f0', NULL, 1893457753, NULL, NULL, '', 27);
INSERT INTO public.matches VALUES ('YBHF9N', 2, 'sato', 'cancelled', '1fef1d93da8d90f1ff', '5793be5c3a86a1ce8b', NULL, NULL, 1893457425, NULL, NULL, '', 2);
INSERT INTO public.matches VALUES ('ZFD4G2', 17, 'stacko', 'over', 'add7ed11734aa733de', '5793be5c3a86a1ce8b', NULL, NULL, 1893457666, NULL, NULL, '', 17);
INSERT INTO public.meetings VALUES ('4VNSTB');
INSERT INTO public.mutes VALUES ('5793be5c3a86a1ce8b', 'a1a1a1a1a1a1a1a1a1');
INSERT INTO public.notices VALUES ('1fef1d93da8d90f1ff', '4VNSTB', 3, 1893458862, 1893459167, 0);
INSERT INTO public.notices VALUES ('ebca74c20dddb140e3', 'XXZYQM', 2, 1893458817, 1893458866, 1);
INSERT INTO public.people VALUES ('discord', '1985527309934788610', '1fef1d93da8d90f1ff', 'Ada', 'ada', 'en-US', '');
INSERT INTO public.people VALUES ('discord', '1985527309938982915', '6792ee7375c37584f0', 'Ben', 'ben', 'en-US', '');
INSERT INTO public.people VALUES ('discord', '1985527309943177220', 'ebca74c20dddb140e3', 'Gwen', 'gwen', 'en-US', '');
INSERT INTO public.people VALUES ('discord', 'ida2', 'b2b2b2b2b2b2b2b2b2', 'Ida', 'ida', 'ca', 'Ida_Two');
INSERT INTO public.people VALUES ('telegram', '1001', '5793be5c3a86a1ce8b', 'Cleo', 'cleo', 'en', 'cleo_t');
INSERT INTO public.people VALUES ('telegram', 'ida', 'b2b2b2b2b2b2b2b2b2', 'Ida Österreich', 'ida österreich', 'de', 'ida_o');
INSERT INTO public.people VALUES ('web', '013fb5b4311e52df', 'e5e5e5e5e5e5e5e5e5', 'Eve', 'eve', 'en', '');
INSERT INTO public.people VALUES ('web', 'c6fd0d888841e7aa', '1fef1d93da8d90f1ff', 'Finn', 'finn', 'en', '');
INSERT INTO public.people VALUES ('web', 'hal', 'a1a1a1a1a1a1a1a1a1', 'Hal', 'hal', 'de', '');
INSERT INTO public.people_count VALUES (1, 7);
INSERT INTO public.people_epoch VALUES (1, 34);
INSERT INTO public.people_news VALUES (2, '');
INSERT INTO public.people_news VALUES (3, '');
INSERT INTO public.people_news VALUES (5, '');
INSERT INTO public.people_news VALUES (6, '');
INSERT INTO public.people_news VALUES (7, '5793be5c3a86a1ce8b');
INSERT INTO public.people_news VALUES (8, 'add7ed11734aa733de');
INSERT INTO public.people_news VALUES (9, '1fef1d93da8d90f1ff');
INSERT INTO public.people_news VALUES (10, '6792ee7375c37584f0');
INSERT INTO public.people_news VALUES (11, 'ebca74c20dddb140e3');
INSERT INTO public.people_news VALUES (12, 'a1a1a1a1a1a1a1a1a1');
INSERT INTO public.people_news VALUES (13, 'a1a1a1a1a1a1a1a1a1');
INSERT INTO public.people_news VALUES (14, 'b2b2b2b2b2b2b2b2b2');
INSERT INTO public.people_news VALUES (15, '5793be5c3a86a1ce8b');
INSERT INTO public.people_news VALUES (16, 'd4d4d4d4d4d4d4d4d4');
INSERT INTO public.people_news VALUES (17, 'discord 1985527309947371525');
INSERT INTO public.people_news VALUES (18, 'telegram -1001');
INSERT INTO public.people_news VALUES (19, 'web channel');
INSERT INTO public.people_news VALUES (20, '');
INSERT INTO public.people_news VALUES (21, '');
INSERT INTO public.people_news VALUES (22, 'd4d4d4d4d4d4d4d4d4');
INSERT INTO public.people_news VALUES (23, 'e5e5e5e5e5e5e5e5e5');
INSERT INTO public.people_news VALUES (24, 'a1a1a1a1a1a1a1a1a1');
INSERT INTO public.people_news VALUES (25, '');
INSERT INTO public.people_news VALUES (26, '');
INSERT INTO public.people_news VALUES (27, 'add7ed11734aa733de');
INSERT INTO public.people_news VALUES (28, '');
INSERT INTO public.people_news VALUES (29, 'e5e5e5e5e5e5e5e5e5');
INSERT INTO public.people_news VALUES (30, '');
INSERT INTO public.people_news VALUES (31, '');
INSERT INTO public.people_news VALUES (32, '');
INSERT INTO public.people_news VALUES (33, '');
INSERT INTO public.people_news VALUES (34, '');
INSERT INTO public.preferences VALUES ('1fef1d93da8d90f1ff', '', 'light', 0, 0, 1320, 420, 'Europe/Madrid', 1, '[]', 1);
INSERT INTO public.preferences VALUES ('5793be5c3a86a1ce8b', '', 'dark', 0, 1, NULL, NULL, 'UTC', 1, '[]', 1);
INSERT INTO public.preferences VALUES ('6792ee7375c37584f0', '', 'dark', 0, 1, NULL, NULL, 'UTC', 1, '[]', 1);
INSERT INTO public.preferences VALUES ('a1a1a1a1a1a1a1a1a1', '', 'light', 0, 3, NULL, NULL, 'UTC', 1, '[]', 1);
INSERT INTO public.preferences VALUES ('e5e5e5e5e5e5e5e5e5', '', 'dark', 0, 3, NULL, NULL, 'UTC', 1, '[]', 2);
INSERT INTO public.preferences VALUES ('ebca74c20dddb140e3', '', 'light', 0, 2, NULL, NULL, 'UTC', 0, '[[1893458867, 1893545267]]', 1);
INSERT INTO public.presses VALUES ('009358babe3617e2168e', '4VNSTB', 1893457993);
INSERT INTO public.presses VALUES ('01c9f7ac8cf81de8825f', 'CBW4YE', 1893457500);
INSERT INTO public.presses VALUES ('06aa97ac8227c60322fb', 'QJ4K72', 1893457005);
INSERT INTO public.presses VALUES ('0743ccc82a20aad963c2', 'CBW4YE', 1893457500);
INSERT INTO public.presses VALUES ('0ad3cdda68de2992e610', 'ZFD4G2', 1893457425);
INSERT INTO public.presses VALUES ('0b1be9222236a874b750', 'CBW4YE', 1893457500);
INSERT INTO public.presses VALUES ('0d29f305b5189b7681cd', '4VNSTB', 1893457740);
INSERT INTO public.presses VALUES ('0e4ec3b6c49504fefddc', 'ZFD4G2', 1893457365);
INSERT INTO public.presses VALUES ('0eed08465a90937de0a3', 'N8EYCP', 1893457500);
INSERT INTO public.presses VALUES ('102ad20063ebf96ef3f1', 'CBW4YE', 1893457185);
INSERT INTO public.presses VALUES ('13e4a12d521417b31e93', 'QJ4K72', 1893457125);
INSERT INTO public.presses VALUES ('140266ab25f4c808bfcf', 'MM2P44', 1893458173);
INSERT INTO public.ratings VALUES ('1fef1d93da8d90f1ff', 'sahara', 1543.2531148305227, 335.1207124449457, 1, 2, 0, 0, 1893458050, 0.05999973748649913, DEFAULT, 1893457755);
INSERT INTO public.ratings VALUES ('5793be5c3a86a1ce8b', 'stacko', 1478.4152654736083, 338.59180856723134, 1, 0, 1, 1, 1893457666, 0.05999979419823214, DEFAULT, 1893457231);
INSERT INTO public.ratings VALUES ('6792ee7375c37584f0', 'sahara', 1478.18452034638, 342.14293944797333, 1, 0, 0, 1, 1893458050, 0.05999986528522546, DEFAULT, 1893458050);
INSERT INTO public.ratings VALUES ('6792ee7375c37584f0', 'stacko', 1512.026005246483, 338.1951027499875, 1, 1, 0, 1, 1893458207, 0.05999979231912663, DEFAULT, 1893458007);
INSERT INTO public.ratings VALUES ('ebca74c20dddb140e3', 'sahara', 1477.4348330246482, 342.31099271684997, 1, 0, 0, 1, 1893457755, 0.05999986931096077, DEFAULT, 1893457755);
INSERT INTO public.records VALUES (1, 'rB', '1fef1d93da8d90f1ff', 1893450000, 'a match of rB, with "signs" and ünïcode
2. move');
INSERT INTO public.records VALUES (2, 'rA', '1fef1d93da8d90f1ff', 1893450000, 'a match of rA, with "signs" and ünïcode
2. move');
INSERT INTO public.records VALUES (3, 'rC', 'b2b2b2b2b2b2b2b2b2', 1893450000, 'a match of rC, with "signs" and ünïcode
2. move');
INSERT INTO public.records VALUES (4, 'rD', 'b2b2b2b2b2b2b2b2b2', 1893450000, 'a match of rD, with "signs" and ünïcode
2. move');
INSERT INTO public.remarks VALUES (1, 'w1', '4VNSTB', '5793be5c3a86a1ce8b', 'robot:3', 'words w1: “ça va?”', 0, 1893458767, 1893558867, NULL, NULL, NULL, NULL, NULL, NULL, DEFAULT);
INSERT INTO public.remarks VALUES (2, 'w2', 'XXZYQM', 'robot:3', '6792ee7375c37584f0', 'well_played', 1, 1893458768, 1893558867, 'web', 'channel', 0, 'm77', NULL, NULL, DEFAULT);
INSERT INTO public.remarks VALUES (3, 'w3', '4VNSTB', '5793be5c3a86a1ce8b', 'robot:3', 'words w3: “ça va?”', 0, 1893458769, 1894358867, 'discord', '1985527309947371525/1', 1, '', '6792ee7375c37584f0', 1893458867, DEFAULT);
INSERT INTO public.remarks VALUES (4, 'w4', 'XXZYQM', 'robot:3', '6792ee7375c37584f0', 'words w4: “ça va?”', 0, 1893458770, 1893558867, NULL, NULL, NULL, NULL, NULL, NULL, DEFAULT);
INSERT INTO public.results VALUES (1, 'QJ4K72', 'stacko', '', '5793be5c3a86a1ce8b', 'add7ed11734aa733de', 1, 'resigned', 11, 1893457231, 'rated', 1500, 350, 1477.4348330246482, 1, 1500, 350, 1522.5651669753518, 1, 0.1, 0.1);
INSERT INTO public.results VALUES (2, 'J78NKC', 'sato', '', 'd2f486be6678dbca50', '5793be5c3a86a1ce8b', 0, 'resigned', 2, 1893457274, 'short', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.results VALUES (3, 'HGDSJM', 'stacko', '', '6792ee7375c37584f0', 'add7ed11734aa733de', 0, 'resigned', 0, 1893457633, 'short', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.results VALUES (4, 'ZFD4G2', 'stacko', '', 'add7ed11734aa733de', '5793be5c3a86a1ce8b', NULL, 'agreed', 12, 1893457666, 'rated', 1522.5651669753518, 342.3111639740083, 1521.5847345263917, 2, 1477.4348330246482, 342.3111639740083, 1478.4152654736083, 2, 0.05, 0.05);
INSERT INTO public.results VALUES (5, 'CBW4YE', 'sahara', '', '6792ee7375c37584f0', 'robot:3', 1, 'rules', 41, 1893457699, 'casual', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.results VALUES (6, 'N8EYCP', 'sahara', '', 'ebca74c20dddb140e3', '1fef1d93da8d90f1ff', 1, 'resigned', 16, 1893457755, 'rated', 1500, 350, 1477.4348330246482, 1, 1500, 350, 1522.5651669753518, 1, 0.1, 0.1);
INSERT INTO public.results VALUES (7, 'TBJ699', 'stacko', '', 'add7ed11734aa733de', '6792ee7375c37584f0', 1, 'resigned', 14, 1893458007, 'rated', 1521.5847345263917, 338.5919442913995, 1499.526274256905, 3, 1500, 350, 1523.9113256475, 1, 0.1, 0.1);
INSERT INTO public.results VALUES (8, 'SP5SCD', 'sahara', '', '1fef1d93da8d90f1ff', '6792ee7375c37584f0', 0, 'resigned', 11, 1893458050, 'rated', 1522.5651669753518, 342.3111088567713, 1543.2531148305227, 2, 1500, 350, 1478.18452034638, 1, 0.1, 0.1);
INSERT INTO public.results VALUES (9, 'NE3TXE', 'stacko', '', '6792ee7375c37584f0', 'add7ed11734aa733de', 1, 'resigned', 5, 1893458207, 'rated', 1523.9113256475, 342.0520512043846, 1512.026005246483, 2, 1499.526274256905, 331.6276683820937, 1510.5293724601615, 4, 0.05, 0.05);
INSERT INTO public.results VALUES (10, 'MM2P44', 'sahara', '', '1fef1d93da8d90f1ff', '5793be5c3a86a1ce8b', 1, 'resigned', 3, 1893458262, 'short', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.reviews VALUES ('J78NKC', 0, '1fef1d93da8d90f1ff', '[[0.5, "draw", false, null]]');
INSERT INTO public.reviews VALUES ('N8EYCP', 0, 'ebca74c20dddb140e3', '[[0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null], [0.5, "draw", false, null]]');
INSERT INTO public.seeks VALUES ('bc58471b788128ccb4d5', '6792ee7375c37584f0', 'sahara', '', 0, 9999, 'web', '25857538dc3d3d01c4ff', 1893457933, 1893717133);
INSERT INTO public.seeks VALUES ('seekH', 'a1a1a1a1a1a1a1a1a1', 'sator', 'clock=1d variant=x', 1400, 1800, 'web', 'press of H', 1893458867, 1893463867);
INSERT INTO public.seeks VALUES ('seekI', 'b2b2b2b2b2b2b2b2b2', 'sato', '', 0, 9999, 'discord', 'press of I', 1893458867, 1893463867);
INSERT INTO public.seen VALUES ('4VNSTB', '5793be5c3a86a1ce8b', 'telegram', '1001', 1, 1893458271);
INSERT INTO public.seen VALUES ('9G9TDG', '1fef1d93da8d90f1ff', 'web', '@c6fd0d888841e7aa', 1, 1893457062);
INSERT INTO public.seen VALUES ('CBW4YE', '53c57ccc83b8453080', 'discord', '@1985527309938982915', 1, 1893457436);
INSERT INTO public.seen VALUES ('CBW4YE', '6792ee7375c37584f0', 'discord', '@1985527309938982915', 1, 1893457696);
INSERT INTO public.seen VALUES ('J78NKC', '5793be5c3a86a1ce8b', 'telegram', '-1001000000001', 0, 1893457218);
INSERT INTO public.seen VALUES ('J78NKC', '5793be5c3a86a1ce8b', 'telegram', '1001', 1, 1893457274);
INSERT INTO public.seen VALUES ('J78NKC', 'd2f486be6678dbca50', 'discord', '@1985527309934788610', 1, 1893457172);
INSERT INTO public.seen VALUES ('MM2P44', '1fef1d93da8d90f1ff', 'discord', '@1985527309934788610', 1, 1893458262);
INSERT INTO public.seen VALUES ('MM2P44', '1fef1d93da8d90f1ff', 'web', '@c6fd0d888841e7aa', 1, 1893458222);
INSERT INTO public.seen VALUES ('MM2P44', '5793be5c3a86a1ce8b', 'telegram', '1001', 1, 1893458202);
INSERT INTO public.seen VALUES ('N8EYCP', '1fef1d93da8d90f1ff', 'discord', '1985527309947371525/1985527309951565830', 0, 1893457679);
INSERT INTO public.seen VALUES ('N8EYCP', '1fef1d93da8d90f1ff', 'web', '@c6fd0d888841e7aa', 1, 1893457697);
INSERT INTO public.seen VALUES ('N8EYCP', 'ebca74c20dddb140e3', 'discord', '1985527309947371525/1985527309951565830', 0, 1893457755);
INSERT INTO public.seen VALUES ('NE3TXE', '6792ee7375c37584f0', 'discord', '1985527309947371525/1985527309951565830', 0, 1893458207);
INSERT INTO public.seen VALUES ('NE3TXE', '6792ee7375c37584f0', 'discord', '@1985527309938982915', 1, 1893458199);
INSERT INTO public.seen VALUES ('QJ4K72', '5793be5c3a86a1ce8b', 'telegram', '1001', 1, 1893457231);
INSERT INTO public.seen VALUES ('SP5SCD', '1fef1d93da8d90f1ff', 'discord', '1985527309947371525/1985527309951565830', 0, 1893457948);
INSERT INTO public.seen VALUES ('SP5SCD', '1fef1d93da8d90f1ff', 'web', '@c6fd0d888841e7aa', 1, 1893458032);
INSERT INTO public.seen VALUES ('SP5SCD', '6792ee7375c37584f0', 'discord', '1985527309947371525/1985527309951565830', 0, 1893458044);
INSERT INTO public.seen VALUES ('TBJ699', '6792ee7375c37584f0', 'discord', '@1985527309938982915', 1, 1893457892);
INSERT INTO public.seen VALUES ('YBHF9N', '1fef1d93da8d90f1ff', 'discord', '@1985527309934788610', 1, 1893457425);
INSERT INTO public.seen VALUES ('ZFD4G2', '5793be5c3a86a1ce8b', 'telegram', '-1001000000001', 0, 1893457306);
INSERT INTO public.seen VALUES ('ZFD4G2', '5793be5c3a86a1ce8b', 'telegram', '1001', 1, 1893457666);
INSERT INTO public.silences VALUES ('discord', '1985527309947371525', 'ebca74c20dddb140e3');
INSERT INTO public.silences VALUES ('web', 'channel', 'a1a1a1a1a1a1a1a1a1');
INSERT INTO public.steps VALUES (1, 'log');
INSERT INTO public.steps VALUES (2, 'matches');
INSERT INTO public.steps VALUES (3, 'boards');
INSERT INTO public.steps VALUES (4, 'people');
INSERT INTO public.steps VALUES (5, 'notices');
INSERT INTO public.steps VALUES (6, 'seen');
INSERT INTO public.steps VALUES (7, 'handles');
INSERT INTO public.steps VALUES (8, 'links');
INSERT INTO public.steps VALUES (9, 'forgetting');
INSERT INTO public.steps VALUES (10, 'wrong codes');
INSERT INTO public.steps VALUES (11, 'settings');
INSERT INTO public.steps VALUES (12, 'deadlines');
INSERT INTO public.steps VALUES (13, 'results');
INSERT INTO public.steps VALUES (14, 'records');
INSERT INTO public.steps VALUES (15, 'unnamed presses');
INSERT INTO public.steps VALUES (16, 'glicko-2');
INSERT INTO public.steps VALUES (17, 'forgotten accounts');
INSERT INTO public.steps VALUES (18, 'ageing presses');
INSERT INTO public.steps VALUES (19, 'credits');
INSERT INTO public.steps VALUES (20, 'standing');
INSERT INTO public.steps VALUES (21, 'reviews');
INSERT INTO public.steps VALUES (22, 'daily puzzles');
INSERT INTO public.steps VALUES (23, 'leaders');
INSERT INTO public.steps VALUES (24, 'remarks');
INSERT INTO public.steps VALUES (25, 'seeks');
INSERT INTO public.steps VALUES (26, 'tournaments');
INSERT INTO public.steps VALUES (27, 'absences');
INSERT INTO public.steps VALUES (28, 'counts');
INSERT INTO public.steps VALUES (29, 'errands');
INSERT INTO public.steps VALUES (30, 'news');
INSERT INTO public.steps VALUES (31, 'bots');
INSERT INTO public.steps VALUES (32, 'one by one');
INSERT INTO public.steps VALUES (33, 'leases');
INSERT INTO public.steps VALUES (34, 'gone');
INSERT INTO public.steps VALUES (35, 'claims');
INSERT INTO public.steps VALUES (36, 'heartbeats');
INSERT INTO public.steps VALUES (37, 'hashed wrong codes');
INSERT INTO public.steps VALUES (38, 'weights of results');
INSERT INTO public.steps VALUES (39, 'meetings');
INSERT INTO public.steps VALUES (40, 'owed notices');
INSERT INTO public.steps VALUES (41, 'awaited people');
INSERT INTO public.tournament_entrants VALUES ('7F5855', '1fef1d93da8d90f1ff', 1, 0);
INSERT INTO public.tournament_entrants VALUES ('7F5855', '6792ee7375c37584f0', 2, 0);
INSERT INTO public.tournament_entrants VALUES ('7F5855', 'ebca74c20dddb140e3', 0, 0);
INSERT INTO public.tournament_entrants VALUES ('S2BY3Z', '1fef1d93da8d90f1ff', 0, 0);
INSERT INTO public.tournament_entrants VALUES ('S2BY3Z', '6792ee7375c37584f0', 1, 0);
INSERT INTO public.tournament_entrants VALUES ('S2BY3Z', 'a1a1a1a1a1a1a1a1a1', 4, 0);
INSERT INTO public.tournament_entrants VALUES ('S2BY3Z', 'b2b2b2b2b2b2b2b2b2', 2, 0);
INSERT INTO public.tournament_entrants VALUES ('S2BY3Z', 'd4d4d4d4d4d4d4d4d4', 3, 1);
INSERT INTO public.tournament_pairings VALUES ('7F5855', 1, 1, 'ebca74c20dddb140e3', '1fef1d93da8d90f1ff', 'N8EYCP', 'second', 1);
INSERT INTO public.tournament_pairings VALUES ('7F5855', 1, 2, '53c57ccc83b8453080', NULL, NULL, 'first', 1);
INSERT INTO public.tournament_pairings VALUES ('7F5855', 2, 1, '1fef1d93da8d90f1ff', '6792ee7375c37584f0', 'SP5SCD', 'first', 1);
INSERT INTO public.tournament_pairings VALUES ('7F5855', 2, 2, 'ebca74c20dddb140e3', NULL, NULL, 'first', 1);
INSERT INTO public.tournaments VALUES ('7F5855', 'discord', '1985527309947371525', '1985527309947371525/1985527309951565830', 'sahara', 'swiss', 2, 'clock=5m', 'ebca74c20dddb140e3', 1893457015, 4611686018427387904, 'over', 2, 1893461355, 2);
INSERT INTO public.tournaments VALUES ('S2BY3Z', 'web', 'channel', 'channel', 'sahara', 'swiss', 0, 'clock=5m', '1fef1d93da8d90f1ff', 1893457075, 1894666675, 'open', 0, 0, 0);
INSERT INTO public.wrong_codes VALUES ('discord', '6590c31f53845beda36e9bc304368971474816bb268331c1a23dd631dd0483df', 1, 1893457828);
INSERT INTO public.wrong_codes VALUES ('discord', '99327e8b23185d7f297f4596562bb2e54aa41064a91462d900119d5e41244396', 1, 1893457538);
INSERT INTO public.wrong_codes VALUES ('discord', 'd75b10a400fbeec1920024aa723634b3d0ab6454624157cadb7a421f21f65332', 3, 1893458867);
INSERT INTO public.wrong_codes VALUES ('telegram', 'a5c735e41073c19805985723f28a3980947d2dacdee6a20bbde91b8f852bbefa', 2, 1893457493);
INSERT INTO public.wrong_codes VALUES ('telegram', 'a94b7bf13d8510c52149c6cd826286d77bd9b48f0a16061026c86ffca3e180f7', 2, 1893457739);
INSERT INTO public.wrong_codes VALUES ('web', '3b6d2431edca88e1a0b45dbe4aec7b375ec4a75c09ea6973952656d2e4cd747a', 1, 1893457421);
INSERT INTO public.wrong_codes VALUES ('web', 'e3a4ec816938f799728369fcc4b6d5c4e0503c7f17733b7d989bd333d5079b67', 1, 1893458184);
SELECT pg_catalog.setval('public.records_rowid_seq', 5, false);
SELECT pg_catalog.setval('public.remarks_number_seq', 5, false);
SELECT pg_catalog.setval('public.results_number_seq', 11, false);
SELECT pg_catalog.setval('public.steps_number_seq', 41, true);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (player, blocked);
ALTER TABLE ONLY public.boards
    ADD CONSTRAINT boards_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.boards
    ADD CONSTRAINT boards_platform_chat_message_key UNIQUE (platform, chat, message);
ALTER TABLE ONLY public.bots
    ADD CONSTRAINT bots_pkey PRIMARY KEY (platform);
ALTER TABLE ONLY public.chat_settings
    ADD CONSTRAINT chat_settings_pkey PRIMARY KEY (platform, place);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.credits
    ADD CONSTRAINT credits_pkey PRIMARY KEY (heard);
ALTER TABLE ONLY public.daily_puzzles
    ADD CONSTRAINT daily_puzzles_pkey PRIMARY KEY (platform, place);
ALTER TABLE ONLY public.deadlines
    ADD CONSTRAINT deadlines_pkey PRIMARY KEY (match, kind, seat);
ALTER TABLE ONLY public.digest_key
    ADD CONSTRAINT digest_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.errands
    ADD CONSTRAINT errands_pkey PRIMARY KEY (kind, match, platform, place);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (match, version);
ALTER TABLE ONLY public.forgotten_accounts
    ADD CONSTRAINT forgotten_accounts_pkey PRIMARY KEY (digest, player);
ALTER TABLE ONLY public.former_players
    ADD CONSTRAINT former_players_pkey PRIMARY KEY (former);
ALTER TABLE ONLY public.gone_players
    ADD CONSTRAINT gone_players_pkey PRIMARY KEY (player);
ALTER TABLE ONLY public.heartbeat
    ADD CONSTRAINT heartbeat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.heartbeats
    ADD CONSTRAINT heartbeats_pkey PRIMARY KEY (platform);
ALTER TABLE ONLY public.link_codes
    ADD CONSTRAINT link_codes_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.link_codes
    ADD CONSTRAINT link_codes_pkey PRIMARY KEY (platform, account);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (match);
ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_pkey PRIMARY KEY (match);
ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_pkey PRIMARY KEY (player, muted);
ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (player, match);
ALTER TABLE ONLY public.people_count
    ADD CONSTRAINT people_count_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_epoch
    ADD CONSTRAINT people_epoch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_news
    ADD CONSTRAINT people_news_pkey PRIMARY KEY (number, subject);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (platform, account);
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (player);
ALTER TABLE ONLY public.presses
    ADD CONSTRAINT presses_pkey PRIMARY KEY (press);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (player, game);
ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_rowid_key UNIQUE (rowid);
ALTER TABLE ONLY public.refusals
    ADD CONSTRAINT refusals_pkey PRIMARY KEY (reason);
ALTER TABLE ONLY public.remarks
    ADD CONSTRAINT remarks_id_key UNIQUE (id);
ALTER TABLE ONLY public.remarks
    ADD CONSTRAINT remarks_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_match_key UNIQUE (match);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (match, seat);
ALTER TABLE ONLY public.seeks
    ADD CONSTRAINT seeks_id_key UNIQUE (id);
ALTER TABLE ONLY public.seeks
    ADD CONSTRAINT seeks_pkey PRIMARY KEY (player, game);
ALTER TABLE ONLY public.seen
    ADD CONSTRAINT seen_pkey PRIMARY KEY (match, player, platform, chat);
ALTER TABLE ONLY public.silences
    ADD CONSTRAINT silences_pkey PRIMARY KEY (platform, place, player);
ALTER TABLE ONLY public.steps
    ADD CONSTRAINT steps_name_key UNIQUE (name);
ALTER TABLE ONLY public.steps
    ADD CONSTRAINT steps_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.tournament_entrants
    ADD CONSTRAINT tournament_entrants_pkey PRIMARY KEY (tournament, player);
ALTER TABLE ONLY public.tournament_pairings
    ADD CONSTRAINT tournament_pairings_match_key UNIQUE (match);
ALTER TABLE ONLY public.tournament_pairings
    ADD CONSTRAINT tournament_pairings_pkey PRIMARY KEY (tournament, round, number);
ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT tournaments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wrong_codes
    ADD CONSTRAINT wrong_codes_pkey PRIMARY KEY (platform, account);
CREATE INDEX blocks_by_blocked ON public.blocks USING btree (blocked);
CREATE INDEX boards_behind ON public.boards USING btree (behind) WHERE (behind = 1);
CREATE INDEX boards_by_match ON public.boards USING btree (match);
CREATE INDEX boards_by_player ON public.boards USING btree (player) WHERE (player IS NOT NULL);
CREATE INDEX chat_settings_with_threads ON public.chat_settings USING btree (threads) WHERE (threads = 1);
CREATE INDEX claims_by_age ON public.claims USING btree (claimed_until);
CREATE INDEX daily_puzzles_by_due ON public.daily_puzzles USING btree (due);
CREATE INDEX deadlines_by_began ON public.deadlines USING btree (heard, began);
CREATE INDEX deadlines_by_due ON public.deadlines USING btree (heard, due);
CREATE INDEX forgotten_accounts_by_end ON public.forgotten_accounts USING btree (until);
CREATE INDEX former_players_by_player ON public.former_players USING btree (player);
CREATE INDEX matches_by_opponent ON public.matches USING btree (opponent, phase) WHERE (opponent IS NOT NULL);
CREATE INDEX matches_by_player ON public.matches USING btree (player, phase);
CREATE INDEX matches_running ON public.matches USING btree (phase) WHERE (phase = 'running'::text);
CREATE INDEX mutes_by_muted ON public.mutes USING btree (muted);
CREATE INDEX notices_by_due ON public.notices USING btree (told, due);
CREATE INDEX people_awaited ON public.people USING btree (account) WHERE ((account >= '@'::text) AND (account < 'A'::text));
CREATE INDEX people_by_handle ON public.people USING btree (lower(handle)) WHERE (handle <> ''::text);
CREATE INDEX people_by_name ON public.people USING btree (folded);
CREATE INDEX people_by_player ON public.people USING btree (player);
CREATE INDEX presses_by_age ON public.presses USING btree (counted);
CREATE INDEX ratings_by_low ON public.ratings USING btree (game, low, player, last);
CREATE INDEX records_by_player ON public.records USING btree (player);
CREATE INDEX remarks_by_player ON public.remarks USING btree (player);
CREATE INDEX remarks_by_reader ON public.remarks USING btree (reader);
CREATE INDEX remarks_by_reporter ON public.remarks USING btree (reporter) WHERE (reporter IS NOT NULL);
CREATE INDEX remarks_by_until ON public.remarks USING btree (until);
CREATE INDEX remarks_reported ON public.remarks USING btree (reported) WHERE (reported IS NOT NULL);
CREATE INDEX remarks_reported_of_match ON public.remarks USING btree (match) WHERE (reported IS NOT NULL);
CREATE INDEX remarks_waiting ON public.remarks USING btree (waiting) WHERE (waiting = 1);
CREATE INDEX results_by_pair ON public.results USING btree (first, second, game);
CREATE INDEX results_by_second ON public.results USING btree (second);
CREATE INDEX results_to_rate ON public.results USING btree (number) WHERE ((counts = 'rated'::text) AND (first_value IS NULL));
CREATE INDEX reviews_by_player ON public.reviews USING btree (player);
CREATE INDEX seeks_by_age ON public.seeks USING btree (at, id);
CREATE INDEX seeks_by_game ON public.seeks USING btree (game, at, id);
CREATE INDEX seeks_by_until ON public.seeks USING btree (until);
CREATE INDEX seen_by_chat ON public.seen USING btree (platform, chat);
CREATE INDEX seen_by_player ON public.seen USING btree (player);
CREATE INDEX silences_by_player ON public.silences USING btree (player);
CREATE INDEX tournament_entrants_by_player ON public.tournament_entrants USING btree (player);
CREATE INDEX tournaments_by_due ON public.tournaments USING btree (due);
CREATE INDEX tournaments_by_place ON public.tournaments USING btree (platform, place, made);
CREATE INDEX tournaments_by_stage ON public.tournaments USING btree (stage);
CREATE INDEX wrong_codes_by_age ON public.wrong_codes USING btree (since);
CREATE TRIGGER boards_fall_behind AFTER UPDATE OF version ON public.matches FOR EACH ROW EXECUTE FUNCTION public.boards_fall_behind();
CREATE TRIGGER boards_give_way BEFORE INSERT ON public.boards FOR EACH ROW EXECUTE FUNCTION public.boards_give_way();
CREATE TRIGGER chat_settings_give_way BEFORE UPDATE OF platform, place ON public.chat_settings FOR EACH ROW EXECUTE FUNCTION public.chat_settings_give_way();
CREATE TRIGGER chat_settings_one_by_one BEFORE UPDATE OF revision ON public.chat_settings FOR EACH ROW EXECUTE FUNCTION public.chat_settings_one_by_one();
CREATE TRIGGER daily_puzzles_give_way BEFORE UPDATE OF platform, place ON public.daily_puzzles FOR EACH ROW EXECUTE FUNCTION public.daily_puzzles_give_way();
CREATE TRIGGER deadlines_have_credits AFTER INSERT ON public.deadlines FOR EACH ROW EXECUTE FUNCTION public.deadlines_have_credits();
CREATE TRIGGER events_leave_no_gap BEFORE INSERT ON public.events FOR EACH ROW EXECUTE FUNCTION public.events_leave_no_gap();
CREATE TRIGGER events_never_change BEFORE UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION public.events_never_change();
CREATE TRIGGER events_never_go BEFORE DELETE ON public.events FOR EACH ROW EXECUTE FUNCTION public.events_never_go();
CREATE TRIGGER matches_begin_as_logged AFTER INSERT ON public.matches FOR EACH ROW EXECUTE FUNCTION public.matches_begin_as_logged();
CREATE TRIGGER matches_change_one_by_one BEFORE UPDATE ON public.matches FOR EACH ROW EXECUTE FUNCTION public.matches_change_one_by_one();
CREATE TRIGGER matches_get_threads AFTER INSERT ON public.events FOR EACH ROW EXECUTE FUNCTION public.matches_get_threads();
CREATE TRIGGER matches_go_on_as_logged AFTER UPDATE ON public.matches FOR EACH ROW EXECUTE FUNCTION public.matches_go_on_as_logged();
CREATE TRIGGER news_of_credits AFTER UPDATE OF seconds ON public.credits FOR EACH ROW EXECUTE FUNCTION public.news_of_credits();
CREATE TRIGGER news_of_dropped_blocks AFTER DELETE ON public.blocks FOR EACH ROW EXECUTE FUNCTION public.news_of_dropped_blocks();
CREATE TRIGGER news_of_dropped_chat_settings AFTER DELETE ON public.chat_settings FOR EACH ROW EXECUTE FUNCTION public.news_of_dropped_chat_settings();
CREATE TRIGGER news_of_dropped_preferences AFTER DELETE ON public.preferences FOR EACH ROW EXECUTE FUNCTION public.news_of_dropped_preferences();
CREATE TRIGGER news_of_forgotten_people AFTER DELETE ON public.people FOR EACH ROW EXECUTE FUNCTION public.news_of_forgotten_people();
CREATE TRIGGER news_of_joined_players AFTER INSERT ON public.former_players FOR EACH ROW EXECUTE FUNCTION public.news_of_joined_players();
CREATE TRIGGER news_of_moved_accounts AFTER UPDATE OF player ON public.people FOR EACH ROW EXECUTE FUNCTION public.news_of_moved_accounts();
CREATE TRIGGER news_of_moved_blocks AFTER UPDATE ON public.blocks FOR EACH ROW EXECUTE FUNCTION public.news_of_moved_blocks();
CREATE TRIGGER news_of_names AFTER UPDATE OF name, language, handle ON public.people FOR EACH ROW EXECUTE FUNCTION public.news_of_names();
CREATE TRIGGER news_of_new_blocks AFTER INSERT ON public.blocks FOR EACH ROW EXECUTE FUNCTION public.news_of_new_blocks();
CREATE TRIGGER news_of_new_chat_settings AFTER INSERT ON public.chat_settings FOR EACH ROW EXECUTE FUNCTION public.news_of_new_chat_settings();
CREATE TRIGGER news_of_new_preferences AFTER INSERT ON public.preferences FOR EACH ROW EXECUTE FUNCTION public.news_of_new_preferences();
CREATE TRIGGER news_of_other_chat_settings AFTER UPDATE ON public.chat_settings FOR EACH ROW EXECUTE FUNCTION public.news_of_other_chat_settings();
CREATE TRIGGER news_of_other_preferences AFTER UPDATE ON public.preferences FOR EACH ROW EXECUTE FUNCTION public.news_of_other_preferences();
CREATE TRIGGER people_come AFTER INSERT ON public.people FOR EACH ROW EXECUTE FUNCTION public.people_come();
CREATE TRIGGER people_epoch_one_by_one BEFORE UPDATE OF number ON public.people_epoch FOR EACH ROW EXECUTE FUNCTION public.people_epoch_one_by_one();
CREATE TRIGGER people_go AFTER DELETE ON public.people FOR EACH ROW EXECUTE FUNCTION public.people_go();
CREATE TRIGGER people_hand_on_their_handle AFTER INSERT ON public.people FOR EACH ROW EXECUTE FUNCTION public.people_hand_on_their_handle();
CREATE TRIGGER people_join_and_part AFTER UPDATE OF player ON public.people FOR EACH ROW EXECUTE FUNCTION public.people_join_and_part();
CREATE TRIGGER people_take_a_handle AFTER UPDATE OF handle ON public.people FOR EACH ROW EXECUTE FUNCTION public.people_take_a_handle();
CREATE TRIGGER preferences_one_by_one BEFORE UPDATE OF revision ON public.preferences FOR EACH ROW EXECUTE FUNCTION public.preferences_one_by_one();
CREATE TRIGGER ratings_one_by_one BEFORE UPDATE OF won, drawn, lost ON public.ratings FOR EACH ROW EXECUTE FUNCTION public.ratings_one_by_one();
CREATE TRIGGER records_make_room AFTER INSERT ON public.records FOR EACH ROW EXECUTE FUNCTION public.records_make_room();
CREATE TRIGGER refusals_are_never_kept BEFORE INSERT ON public.refusals FOR EACH ROW EXECUTE FUNCTION public.refusals_are_never_kept();
CREATE TRIGGER results_are_told AFTER INSERT ON public.results FOR EACH ROW EXECUTE FUNCTION public.results_are_told();
CREATE TRIGGER results_call_their_tournament AFTER INSERT ON public.results FOR EACH ROW EXECUTE FUNCTION public.results_call_their_tournament();
CREATE TRIGGER seen_give_way BEFORE UPDATE OF match, player, platform, chat ON public.seen FOR EACH ROW EXECUTE FUNCTION public.seen_give_way();
CREATE TRIGGER silences_give_way BEFORE UPDATE OF platform, place, player ON public.silences FOR EACH ROW EXECUTE FUNCTION public.silences_give_way();
ALTER TABLE ONLY public.boards
    ADD CONSTRAINT boards_match_fkey FOREIGN KEY (match) REFERENCES public.matches(match);
ALTER TABLE ONLY public.deadlines
    ADD CONSTRAINT deadlines_match_fkey FOREIGN KEY (match) REFERENCES public.matches(match);
ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_match_fkey FOREIGN KEY (match) REFERENCES public.matches(match);
ALTER TABLE ONLY public.remarks
    ADD CONSTRAINT remarks_match_fkey FOREIGN KEY (match) REFERENCES public.matches(match);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_match_fkey FOREIGN KEY (match) REFERENCES public.matches(match);
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_match_fkey FOREIGN KEY (match) REFERENCES public.matches(match);
ALTER TABLE ONLY public.seen
    ADD CONSTRAINT seen_match_fkey FOREIGN KEY (match) REFERENCES public.matches(match);
ALTER TABLE ONLY public.tournament_entrants
    ADD CONSTRAINT tournament_entrants_tournament_fkey FOREIGN KEY (tournament) REFERENCES public.tournaments(id);
ALTER TABLE ONLY public.tournament_pairings
    ADD CONSTRAINT tournament_pairings_tournament_fkey FOREIGN KEY (tournament) REFERENCES public.tournaments(id);
