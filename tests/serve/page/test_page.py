"""The page as people use it: every path, wide and narrow, by mouse and keyboard."""

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from fakes.anthropic_service import FakeAnthropic
from support.commands import ROOT
from support.waiting import wait_until
from support.web_page import AXE, Visit, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

MAX_BYTES = 200_000

QUESTION = "How often must the Curlew be recalibrated?"


def test_the_page_is_small() -> None:
    files = [*(ROOT / "tui" / "ragtui_serve" / "page").iterdir()]
    assert 0 < sum(file.stat().st_size for file in files if file.is_file()) < MAX_BYTES


def test_tokens_are_asked_for_once(
    browsing: "Browser", address: str, visit: Visit
) -> None:
    visit.search("curlew")
    assert "token" not in visit.page.url
    visit.page.reload()
    visit.see("#hits li")
    base = visit.page.url.partition("#")[0]
    second = visit.page.context.new_page()
    second.goto(f"{base}#/note/products/twi-310-curlew.md?at=300-400")
    second.locator("#reader-title", has_text="Curlew").wait_for()
    second.close()
    bare, _, token = address.partition("#token=")
    with visiting(browsing, bare) as other:
        other.page.get_by_label("Token", exact=True).fill(token)
        other.page.get_by_role("button", name="Continue").click()
        other.search("curlew")
    with visiting(browsing, f"{bare}#token=wrong") as other:
        other.page.get_by_label("Token", exact=True).wait_for()
        # The browser reports the status of the request by itself.
        assert all("401" in each for each in other.complaints)
        other.complaints.clear()


def test_search_as_you_type_opens_the_reader_at_the_passage(visit: Visit) -> None:
    visit.search("curlew recalib")
    visit.see("#hits .hit mark")
    visit.see("#hits .hit .title", "Curlew")
    visit.page.locator("#hits .hit").first.click()
    passage = visit.passage("Recalibrate")
    assert passage.is_visible()
    visit.see("#reader-place", "products › twi-310-curlew.md")
    first = visit.see("#match-count", "Match").inner_text()
    visit.page.get_by_role("button", name="Next match").click()
    assert visit.page.locator("#match-count").inner_text() != first
    visit.see("#reader-text mark.current")
    assert visit.page.evaluate("scrollY") == 0  # the search is in sight
    visit.see("#reader-text th", "property")
    visit.see("#reader-text strong", "Recalibrate the probe every 6 months")
    visit.see("#reader-text ol li", "Unscrew the ring")
    visit.page.locator("#reader-text a", has_text="fjordlax-nord").click()
    visit.see("#reader-title", "Fjordlax Nord")
    assert visit.page.locator("#hits .hit").first.is_visible()


def test_every_search_and_passage_has_an_address(visit: Visit) -> None:
    page = visit.page
    visit.search("curlew")
    page.get_by_label("Sort").select_option("newest")
    wait_until(lambda: "sort=newest" in page.url, "no address of the order")
    assert "q=curlew" in page.url
    page.locator("#hits .hit", has_text="Curlew").first.click()
    shown = visit.passage("").inner_text()
    wait_until(lambda: "note=" in page.url, "no address of the passage")
    page.reload()
    assert visit.passage("").inner_text() == shown
    assert page.get_by_label("Search your notes").input_value() == "curlew"
    assert page.get_by_label("Sort").input_value() == "newest"
    page.go_back()
    visit.page.locator("#reader").wait_for(state="hidden")
    page.go_back()
    assert page.get_by_label("Sort").input_value() == ""
    visit.see("#hits .hit")
    page.go_back()
    visit.see("#recent a")
    assert page.get_by_label("Search your notes").input_value() == ""


def test_the_title_names_what_is_shown(visit: Visit) -> None:
    page, base = visit.page, visit.page.url.partition("#")[0]
    visit.search("curlew")
    wait_until(lambda: page.title() == "curlew · sample · ragtui", "no query")
    page.goto(f"{base}#/note/products/twi-310-curlew.md")
    name = visit.see("#reader-title", "Curlew").inner_text()
    wait_until(lambda: page.title() == f"{name} · sample · ragtui", "no note")
    visit.answered(QUESTION)
    wait_until(lambda: page.title() == f"{QUESTION} · sample · ragtui", "no question")


def test_words_added_to_a_question_are_named_and_removed(visit: Visit) -> None:
    visit.answered(QUESTION)
    visit.answered("And the wiper?")
    turn = visit.see(".turn:nth-child(2)", "Also searched for: ")
    turn.get_by_role("button", name="Without these words").click()
    visit.see(".turn:nth-child(3)", "And the wiper?")
    visit.see("#chat-status", "complete")
    assert visit.page.get_by_text("Also searched for:").count() == 1


def test_the_address_of_a_note_that_is_gone_says_so(visit: Visit) -> None:
    base = visit.page.url.partition("#")[0]
    visit.page.goto(f"{base}#/note/products/twi-310-curlw.md")
    visit.see("#reader-title", "This note is not here")
    visit.see("#reader-text", "did you mean 'products/twi-310-curlew.md'?")
    visit.page.get_by_role("link", name="Search for").click()
    visit.see("#hits .hit")
    visit.page.go_back()
    visit.page.get_by_role("link", name="Open products/twi-310-curlew.md").click()
    visit.see("#reader-title", "Curlew")
    visit.complaints.clear()  # the browser reports the status


def test_browsers_share_a_chat(browsing: "Browser", address: str, visit: Visit) -> None:
    visit.answered("What colour is the Dipper?")
    shared = visit.page.url.partition("#")[2]
    with visiting(browsing, address) as other:
        other.page.goto(f"{other.page.url.partition('#')[0]}#{shared}")
        other.see(".turn .answer", "Claim one")
        other.answered("And the Curlew?")
        other.see(".turn:nth-child(2) .answer", "Claim one")
    visit.page.evaluate("dispatchEvent(new Event('focus'))")
    visit.see(".turn:nth-child(2) h2", "And the Curlew?")
    visit.answered("And the Grebe?")
    visit.see(".turn:nth-child(3) h2", "And the Grebe?")


def test_printing_shows_the_note_alone(visit: Visit) -> None:
    base = visit.page.url.partition("#")[0]
    visit.page.goto(f"{base}#/note/products/twi-310-curlew.md")
    visit.see("#reader-text th", "property")
    visit.page.emulate_media(media="print")
    assert not visit.page.locator("header.top").is_visible()
    assert not visit.page.locator("#reader-close").is_visible()
    assert visit.page.locator("#reader-text table").is_visible()


def test_filters_by_facet(visit: Visit) -> None:
    def are_customers() -> bool:
        places = visit.page.locator("#hits .path").all_inner_texts()
        return all(place.startswith("customers ›") for place in places)

    visit.search("oxygen")
    assert not are_customers()
    box = visit.page.locator("fieldset", has_text="folder").get_by_label("customers")
    box.check()
    visit.see("#filter-count", "1 chosen")
    visit.see("#chosen", "folder: customers")
    hits = visit.page.locator("#hits .hit")
    wait_until(are_customers, "the filter has no effect")
    assert hits.count()
    visit.page.get_by_label("Search your notes").fill("")
    visit.see("#hits .path", "customers ›")
    box.uncheck()
    wait_until(lambda: hits.count() == 0, "hits without a query")


def test_a_time_is_a_chip_that_a_click_removes(visit: Visit) -> None:
    visit.search("battery in June 2025")
    chip = visit.see("#search-time button", "Jun 2025 ×")
    visit.see("#search-status", "Only documents of Jun 2025 were searched")
    visit.see("#hits li", "dated ")
    chip.click()
    visit.page.locator("#search-time button").wait_for(state="detached")
    visit.answered("What was decided on batteries in June 2025?")
    visit.see(".turn", "Jun 2025 ×").get_by_text("Jun 2025 ×").click()
    visit.see(".turn:nth-child(2)")
    visit.see("#chat-status", "complete")
    assert visit.page.locator(".turn .time").count() == 1


def test_weaker_results_are_shown_on_demand(visit: Visit) -> None:
    visit.search("curlew zyzzyva quux")
    visit.see("#search-status", "Nothing clearly relevant was found")
    visit.see("#hits .score", "weak 0.")
    hits = visit.page.locator("#hits .hit")
    nearest = hits.count()
    assert 0 < nearest <= 5
    visit.page.get_by_role("button", name="weaker results").click()
    visit.see(f"#hits li:nth-child({nearest + 1})")
    assert visit.page.get_by_role("button", name="weaker results").count() == 0


def test_filters_are_completed_while_typing(visit: Visit) -> None:
    page, keys = visit.page, visit.page.keyboard
    query = page.get_by_label("Search your notes")
    query.press_sequentially("\U0001f426 oxygen fol")
    visit.see("#offers [role=option]", "folder:")
    assert query.get_attribute("aria-expanded") == "true"
    keys.press("ArrowDown")
    assert query.get_attribute("aria-activedescendant") == "offer-0"
    keys.press("Enter")
    assert query.input_value() == "\U0001f426 oxygen folder:"
    query.press_sequentially("cust")
    visit.see("#offers [role=option]", "customers").click()
    assert query.input_value().startswith("\U0001f426 oxygen folder:customers")
    visit.see("#hits .path", "customers ›")
    assert page.locator("#offers").is_hidden()
    query.press_sequentially("fol")
    visit.see("#offers [role=option]")
    keys.press("Escape")
    assert page.locator("#offers").is_hidden()


def test_by_keyboard_alone(visit: Visit) -> None:
    page, keys = visit.page, visit.page.keyboard
    for opened, field in (("Ask", "#question"), ("Search", "#query")):
        visit.view(opened)
        page.locator(f"{field}:focus").wait_for()
    visit.search("curlew")
    for before, view in pairwise(("search", "chat", "coverage")):
        page.locator(f"#to-{before}").focus()
        keys.press("Tab")
        keys.press("Enter")
        visit.see(f"#{view}:not([hidden])")
    page.go_back(), page.go_back()
    visit.see("#search:not([hidden])")
    page.locator("#to-search").focus()
    keys.press("/")
    assert page.get_by_label("Search your notes").input_value() == "curlew"
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    chosen = page.locator("#hits li:nth-child(2) .hit")
    assert chosen.evaluate("each => each === document.activeElement")
    keys.press("Enter")
    visit.see("#reader .passage")
    keys.press("Escape")
    assert page.locator("#reader").is_hidden()
    assert chosen.evaluate("each => each === document.activeElement")


def test_a_citation_opens_the_passage_beside_the_answer(visit: Visit) -> None:
    """Only on paper are they listed below the answer, too."""
    visit.answered(QUESTION)
    visit.see(".answer", "Claim one")
    mark = visit.see(".citation-mark", "1")
    assert mark.get_attribute("aria-label") == "Citation 1: passage found"
    chip = visit.page.locator(".turn .chip", has_text="passage found").first
    assert not chip.is_visible()
    visit.page.emulate_media(media="print")
    assert chip.is_visible()
    visit.page.emulate_media(media="screen")
    mark.click()
    verdict = visit.see("#reader-verdict", "¶ passage found:").inner_text()
    quoted = verdict.partition("“")[2].rstrip("”")
    visit.passage(quoted.strip())
    assert visit.page.locator(".turn .answer").is_visible()
    assert "#/chat/" in visit.page.url


def test_stop_ends_an_answer_and_keeps_it(visit: Visit, claude: FakeAnthropic) -> None:
    claude.scenario = "stall"
    visit.ask(QUESTION)
    visit.see(".answer", "what your notes say")
    visit.page.get_by_role("button", name="Stop").click()
    visit.see("#chat-status", "Stopped.")
    assert claude.disconnected.wait(10)
    visit.see(".answer", "what your notes say")


IN_SIGHT = """() => {
  const [above, below] = [".turn:last-child h2", ".turn:last-child .citation-mark"]
    .map(name => document.querySelector(name).getBoundingClientRect());
  const form = document.getElementById("ask-form").getBoundingClientRect();
  return 0 <= above.top && below.bottom <= form.top;
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1200, 900)])
def test_a_finished_answer_is_in_sight(
    browsing: "Browser", address: str, width: int, height: int
) -> None:
    with visiting(browsing, address, width=width) as visit:
        visit.page.set_viewport_size({"width": width, "height": height})
        for question in (QUESTION, "And the Curlew?", "And the Grebe?"):
            visit.answered(question)
            visit.see(".turn:last-child h2", question)
            assert visit.page.evaluate(IN_SIGHT)


def test_conversations_are_listed_continued_and_shown_again(visit: Visit) -> None:
    visit.answered("What colour is the Dipper?")
    visit.answered("And the Curlew?")
    assert "#/chat/" in visit.page.url
    visit.page.reload()
    visit.see(".turn:nth-child(2) .answer", "Claim one")
    visit.view("Vault")
    visit.view("Ask")
    visit.see(".turn:nth-child(2) .answer", "Claim one")
    visit.page.get_by_role("link", name="New conversation").click()
    visit.page.locator(".turn").first.wait_for(state="detached")
    listed = visit.page.locator(
        "#conversations a", has_text="What colour is the Dipper?"
    )
    listed.first.click()
    visit.see(".turn:nth-child(2) .answer", "Claim one")
    assert visit.page.locator(".turn h2").all_inner_texts() == [
        "What colour is the Dipper?",
        "And the Curlew?",
    ]
    visit.see(".turn .citation-mark", "1").click()
    visit.see("#reader-verdict", "passage found")


def test_an_error_of_the_model_is_shown(visit: Visit, claude: FakeAnthropic) -> None:
    claude.scenario = "401"
    visit.ask(QUESTION)
    visit.see(".turn .note", "ANTHROPIC_API_KEY")
    visit.complaints.clear()  # the browser reports the status


def test_a_question_during_an_answer_waits(visit: Visit, claude: FakeAnthropic) -> None:
    claude.scenario = "stall"
    visit.ask(QUESTION)
    visit.see(".answer", "what your notes say")
    for question in ("And the Curlew?", "And the Grebe?"):
        visit.ask(question)
    visit.see("#waiting li:nth-child(2)", "And the Grebe?")
    assert visit.page.locator(".turn").count() == 1
    visit.page.get_by_role("button", name="Stop").click()
    visit.see("#chat-status", "Stopped.")
    box = visit.page.locator("#question")
    assert box.input_value() == "And the Curlew?\nAnd the Grebe?"
    assert visit.page.locator("#waiting li").count() == 0
    claude.scenario = "cited"
    held: list[Route] = []
    visit.page.route("**/api/ask", lambda route: held.append(route), times=1)
    with visit.page.expect_request("**/api/ask"):
        visit.ask("And the Dipper?")
    visit.ask("And the Heron?")
    visit.see("#waiting li", "And the Heron?")
    held[0].continue_()
    visit.see(".turn:nth-child(3) h2", "And the Heron?")
    visit.see(".turn:nth-child(3) .citation-mark", "1")
    assert visit.page.locator("#waiting li").count() == 0


def test_a_conversation_is_renamed_exported_and_deleted(visit: Visit) -> None:
    page = visit.page
    visit.answered("What colour is the Avocet?")
    page.once("dialog", lambda dialog: dialog.accept("Of Avocets"))
    page.get_by_role("button", name="Rename").click()
    visit.see("#conversations [aria-current=page]", "Of Avocets")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export").click()
    assert "What colour is the Avocet?" in saved.value.path().read_text("utf-8")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete").click()
    page.locator(".turn").first.wait_for(state="detached")
    assert page.url.endswith("#/chat")
    left = page.locator("#conversations a", has_text="Of Avocets")
    wait_until(lambda: left.count() == 0, "it is still listed")
    assert page.get_by_role("button", name="Rename").is_hidden()


def test_each_link_keeps_the_vault_after_a_reload(visit: Visit) -> None:
    visit.choose_vault("hostile")
    visit.search("zebra")
    visit.page.reload()
    visit.see("#hits mark", "zebra")
    links = visit.page.locator("a[href^='#/']")
    for href in links.evaluate_all("all => all.map(each => each.hash)"):
        assert "vault=hostile" in href


def test_hostile_notes_stay_texts(visit: Visit) -> None:
    visit.choose_vault("hostile")
    visit.search("zebra")
    found = visit.page.locator("#hits .hit", has_text="zebra")
    assert found.count() == 4
    for index in range(found.count()):
        found.nth(index).click()
        visit.passage("zebra")
        shown = visit.page.locator("#reader-text")
        assert shown.locator("img, script, style, svg, math, form").count() == 0
        assert shown.locator("a:not([href^='http']):not([href^='#/'])").count() == 0
        assert "\u202e" not in visit.page.locator("main").inner_text()
    visit.answered("What of the zebra?")
    assert visit.page.locator("main img[src], main script, #turns a").count() == 0
    assert visit.page.title() == "What of the zebra? · hostile · ragtui"
    visit.view("Search")
    visit.page.get_by_label("Search your notes").fill("")
    visit.search("gnu")  # the end of a line of ten megabytes
    visit.see("#hits mark", "gnu").click()
    visit.passage("Marker gnu")


def test_the_policy_forbids_html_from_strings(visit: Visit) -> None:
    name = visit.page.evaluate(
        "() => { try { document.body.innerHTML = '<b>' } catch (e) { return e.name } }"
    )
    assert name == "TypeError"
    assert any("TrustedHTML" in each for each in visit.complaints)
    visit.complaints.clear()


@pytest.mark.parametrize("width", [360, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_inaccessible_or_cut_off(
    browsing: "Browser", address: str, claude: FakeAnthropic, width: int, scheme: str
) -> None:
    if not AXE:
        pytest.skip("RAGTUI_TEST_AXE is not set (see CONTRIBUTING.md)")
    claude.scenario = "cited"
    with visiting(browsing, address, width=width, scheme=scheme) as visit:

        def looks_right(name: str) -> None:
            visit.shot(f"{scheme}-{name}")
            assert visit.findings() == []
            size = visit.page.evaluate("() => document.documentElement.scrollWidth")
            assert size <= width

        visit.page.get_by_label("Search your notes").press_sequentially("fol")
        visit.see("#offers [role=option]")
        visit.page.keyboard.press("ArrowDown")
        looks_right("completion")
        visit.page.get_by_label("Search your notes").fill("")
        looks_right("home")
        visit.search("oxygen")
        looks_right("search")
        visit.page.locator("#hits .hit").first.click()
        visit.see("#reader .passage")
        looks_right("reader")
        visit.page.get_by_role("button", name="Close").click()
        visit.answered(QUESTION)
        looks_right("chat")
        visit.page.locator(".turn .citation-mark").first.click()
        visit.see("#reader .passage")
        looks_right("citation")
        visit.page.get_by_role("button", name="Close").click()
        visit.view("Vault")
        visit.see("#coverage-counts", "Documents")
        looks_right("coverage")
    with visiting(browsing, address.partition("#")[0], width=width) as visit:
        visit.see("#token-help")
        assert visit.findings() == []
