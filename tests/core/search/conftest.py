"""A vault with fields, dates, scripts and identifiers, as on 31 March 2026."""

from datetime import date

from support.vaults import shared_vault_fixture

TODAY = date(2026, 3, 31)


def note(body: str, **fields: str) -> str:
    head = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return f"---\n{head}---\n\n{body}\n" if fields else f"{body}\n"


FIELD_NOTES = {
    "products/heron.md": note(
        "# Heron\n\nA turbidity probe with a wiper.\n\n## Care\n\n"
        "Change the wiper blade every winter, and never scratch the window.",
        company="Kestrel Cell Works",
        category="product",
        type="datasheet",
        status="active",
        tags="[probe, project/alpha]",
        updated="2026-03-30",
    ),
    "products/dipper.md": note(
        "# Dipper\n\nA level probe, the one before the Heron.",
        company="Kestrel Cell Works",
        category="product",
        status="archived",
        tags="[probe]",
        updated="2021-05-01",
    ),
    "people/zoe.md": note(
        "# Zoë Achterberg\n\nCalibrates every probe in the laboratory.",
        category="person",
        company="Fjordlax Nord",
        tags="[staff]",
        updated="2026-03-20",
    ),
    "people/old/tom.md": note(
        "# Tom\n\nLeft in spring. He wrote the calibration manual.",
        category="person",
        updated="2019-01-01",
    ),
    "code/reader.md": note(
        "# Reader\n\n`parseConfigFile()` reads what MeterProvider wrote. See CTS-010.",
        category="code",
        updated="2025-01-01",
    ),
    "asia/travel.md": note(
        "# 旅行\n\n我们在北京参观了故宫。東京タワーも見た。", updated="2025-01-01"
    ),
    "asia/thai.md": note("# ไทย\n\nกรุงเทพเป็นเมืองหลวง", updated="2025-01-01"),
    "asia/korea.md": note(
        "# 메모\n\n서울에서 회의가 열렸습니다.", updated="2025-01-01"
    ),
}


field_vault = shared_vault_fixture(FIELD_NOTES, today=lambda: TODAY)
