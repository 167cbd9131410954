import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { app } from "./app.build.ts";

const PAGE = "../src/formicarium/server/page";
// Where `formicarium serve` listens while `npm run dev` runs
const SERVER = "http://127.0.0.1:8000";

/**
 * Beside every text lies its compressed form, so that the server need not compress anything; but
 * not beside the page itself, to which it adds what a link says.
 */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle: {
      sequential: true,
      handler() {
        for (const name of readdirSync(PAGE, { recursive: true, encoding: "utf8" })) {
          const file = join(PAGE, name);
          if (/\.(css|js|svg|webmanifest)$/.test(name) && statSync(file).isFile()) {
            writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
          }
        }
      },
    },
  };
}

export default defineConfig(({ command }) => ({
  base: command === "build" ? "/page/" : "/",
  plugins: [svelte(), app(PAGE), compressed()],
  build: { outDir: PAGE, emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 300 },
  server: {
    proxy: { "/api": { target: SERVER, ws: true }, "/schema": SERVER },
    fs: { allow: [".", "../src/formicarium/analysis"] }, // numbers that Python reads as well
  },
  // With cases from Python the engine is compared with it, else the page is tested.
  test: { include: [process.env.ENGINE_CASES ? "src/engine/*.check.ts" : "src/**/*.test.ts"] },
}));
