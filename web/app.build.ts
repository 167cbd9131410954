/** What makes an app of the page: its manifests, and the worker with the list of its files. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "vite";

const BASE = "/page/";
const WORKER = "service-worker.js";
const UNKNOWN = "version-of-the-page"; // until it is built
const LANGUAGES = ["en", "de", "fr"];
const PAPER = "#f6efdf"; // as in app.css

/** What the page may load; woff is for browsers that have no such workers. */
const LOADED = /^(assets\/.+\.(js|css|svg|woff2)|app\/.+\.(png|webmanifest)|ant\.svg)$/;
const IN_SHELL = /\.woff2$|^ant\.svg$/;

const icon = (name: string, size: number, purpose: string) => ({
  src: `${BASE}app/${name}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});
const ICONS = [
  icon("icon-192", 192, "any"),
  icon("icon-512", 512, "any"),
  icon("maskable-512", 512, "maskable"),
  icon("badge-96", 96, "monochrome"),
];

/** What a browser must know to install the page, in one language; the app is the same in all. */
function manifest(language: string): string {
  const file = join(import.meta.dirname, "src", "words", `${language}.json`);
  const words = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const shortcut = (key: string, url: string) => ({
    name: words[key],
    url,
    icons: [icon("icon-192", 192, "any")],
  });
  return JSON.stringify({
    ...{ id: "/", start_url: "/", scope: "/", display: "standalone" },
    ...{ name: "Formicarium", short_name: "Formicarium", description: words.welcome_more },
    ...{ lang: language, dir: "ltr", categories: ["games"], icons: ICONS },
    ...{ theme_color: PAPER, background_color: PAPER },
    shortcuts: [
      shortcut("new_game", "/?new"),
      shortcut("puzzles", "/puzzles"),
      shortcut("daily", "/daily"),
    ],
  });
}

/** Beside the page lie its manifests and its worker. */
export function app(page: string): Plugin {
  return {
    name: "app",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", injectTo: "head", attrs: { name: "version", content: UNKNOWN } },
      {
        ...{ tag: "link", injectTo: "head" },
        attrs: { rel: "manifest", href: `${BASE}app/en.webmanifest` },
      },
    ],
    closeBundle: {
      sequential: true,
      async handler() {
        mkdirSync(join(page, "app"), { recursive: true });
        for (const language of LANGUAGES) {
          writeFileSync(join(page, "app", `${language}.webmanifest`), manifest(language));
        }
        await bundleWorker(page);
        seal(page);
      },
    },
  };
}

async function bundleWorker(page: string): Promise<void> {
  const output = { format: "iife", entryFileNames: WORKER } as const;
  await build({
    ...{ configFile: false, publicDir: false, logLevel: "warn" },
    build: {
      ...{ outDir: page, emptyOutDir: false },
      rollupOptions: { input: join(import.meta.dirname, "src", "app", "worker.ts"), output },
    },
  });
}

/** Say in the page and in its worker which version they are, by all that belongs to it. */
function seal(page: string): void {
  const read = (name: string) => readFileSync(join(page, name));
  const files = readdirSync(page, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => LOADED.test(name))
    .sort();
  const [html, worker] = [read("index.html").toString(), read(WORKER).toString()];
  const hash = createHash("sha256").update(html).update(worker);
  for (const name of files) hash.update(name).update(read(name));
  const version = hash.digest("hex").slice(0, 16);
  const shell = files.filter((name) => IN_SHELL.test(name) || html.includes(BASE + name));
  const listed = { version, shell: shell.map(address), files: files.map(address) };
  writeFileSync(join(page, "index.html"), html.replace(UNKNOWN, version));
  writeFileSync(join(page, WORKER), `self.BUILD = ${JSON.stringify(listed)};\n${worker}`);
}

const address = (name: string): string => BASE + name;
