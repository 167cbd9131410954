import { afterEach, expect, test, vi } from "vitest";
import { canShare, copy, isLocal, share } from "./share";

afterEach(() => vi.unstubAllGlobals());

const given = { title: "Ants", text: "Play!", url: "https://house.example/t/1" };

test("the system's sheet is offered where there is one, and may be closed again", async () => {
  vi.stubGlobal("navigator", {});
  expect(canShare()).toBe(false);
  const sheet = vi.fn().mockRejectedValue(new DOMException("closed", "AbortError"));
  vi.stubGlobal("navigator", { share: sheet });
  expect(canShare()).toBe(true);
  await share(given);
  expect(sheet).toHaveBeenCalledWith(given);
});

/** A page that copies what is marked, or is not allowed to. */
function page(isAllowed: boolean) {
  const field = { style: {}, value: "", select: vi.fn(), remove: vi.fn() };
  vi.stubGlobal("document", {
    createElement: () => field,
    querySelector: () => null,
    body: { append: vi.fn() },
    execCommand: () => isAllowed,
  });
  return field;
}

test("a link is copied the new way, else the old way, else it is said", async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copy("link")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("link");

  const field = page(true);
  vi.stubGlobal("navigator", {});
  expect(await copy("link")).toBe(true);
  expect(field.value).toBe("link");
  expect(field.remove).toHaveBeenCalled();

  page(false);
  vi.stubGlobal("navigator", { clipboard: { writeText: vi.fn().mockRejectedValue(new Error()) } });
  expect(await copy("link")).toBe(false);
});

test.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.1.7", false],
  ["localhost.example", false],
])("%s is for this computer alone: %s", (host, expected) => {
  expect(isLocal(host)).toBe(expected);
});
