import { expect, test, vi } from "vitest";

const activation = { hasBeenActive: false };
const made = vi.fn();
vi.stubGlobal("navigator", { language: "en", userActivation: activation });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal(
  "AudioContext",
  class {
    constructor() {
      made();
      throw new Error("no device");
    }
  },
);
const { prefs } = await import("./prefs.svelte");
const { play } = await import("./sound");

test("nothing sounds before somebody has touched the page, or unwanted", () => {
  play("click");
  prefs.sound = true;
  play("click");
  expect(made).not.toHaveBeenCalled();
  activation.hasBeenActive = true;
  play("click");
  expect(made).toHaveBeenCalledOnce();
});
