"""The values of numbers with separators."""

import re


def number_values(number: str) -> list[float]:
    """The values that digits with separators may have; a version has none."""
    sign = 1 if number[0].isdigit() else -1
    bare = re.sub(r"[^\d.,]", "", number)
    marks = re.findall(r"[.,]", bare)
    if len(set(marks)) == 2:
        decimal = marks[-1]
        whole = bare.replace("." if decimal == "," else ",", "")
        return (
            [sign * float(whole.replace(",", "."))] if whole.count(decimal) == 1 else []
        )
    groups = re.split(r"[.,]", bare)
    in_thousands = len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:])
    if len(marks) > 1:
        return [sign * float("".join(groups))] if in_thousands else []
    values = [sign * float(bare.replace(",", "."))]
    if marks and in_thousands and groups[0].strip("0"):
        values.append(sign * float("".join(groups)))
    return values
