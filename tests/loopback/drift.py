"""What a newer description says of the parts that the bot uses: `python -m tests.loopback.drift FILE`.

FILE is the `openapi.json` of discord/discord-api-spec or the `schema.json` of aiogram/aiogram (read from
Telegram's documentation). It is compared with the parts by which the loopback servers check.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
DISCORD = FOLDER / "discord" / "description.json"
TELEGRAM = FOLDER / "telegram" / "bot_api.json"
LEFT_OUT = {
    *("suggested_post_parameters", "rich_message", "callback_game", "request_managed_bot"),
    *("user_administrator_rights", "bot_administrator_rights"),
}
"""Fields that the bot does not use, and that would bring whole families of types along."""
Parts = Mapping[str, Mapping[str, bool]]
"""Methods and types: of each its fields, and whether a field must be given."""


def parts(described: Any) -> Parts:
    """Of a description in any of the three forms."""
    if "components" in described:
        return _of_schemas(described["components"]["schemas"])
    if "$defs" in described:
        return _of_schemas({**described["methods"], **described["$defs"]})
    children = [child for item in described["items"] for child in item["children"]]
    return {
        child["name"]: {field["name"]: bool(field.get("required")) for field in child["annotations"]}
        for child in children
        if "annotations" in child
    }


def _of_schemas(schemas: Mapping[str, Any]) -> Parts:
    return {
        name: {field: field in schema.get("required", ()) for field in schema.get("properties", ())}
        for name, schema in schemas.items()
    }


def drift(used: Parts, newer: Parts) -> Iterator[str]:
    """What has come, gone, or has to be given now, of all methods and types that are used."""
    for name, fields in used.items():
        if name not in newer:
            yield f"{name} is gone"
            continue
        for field, required in newer[name].items():
            if field in LEFT_OUT:
                continue
            if field not in fields:
                yield f"{name}: {field} is new{' and has to be given' if required else ''}"
            elif required and not fields[field]:
                yield f"{name}: {field} has to be given"
        yield from (f"{name}: {field} is gone" for field in fields if field not in newer[name])


def main(newer: Path) -> int:
    """Print it."""
    described = json.loads(newer.read_text())
    used = DISCORD if "components" in described else TELEGRAM
    told = list(drift(parts(json.loads(used.read_text())), parts(described)))
    print("\n".join(told) or "nothing that the bot uses has changed")
    return bool(told)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
