import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      "max-len": ["error", { code: 100 }], // what prettier cannot break is broken by hand
      "no-undef": "off", // svelte-check knows better which names there are
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_$" }],
      // At the edge of a block only a space in braces is kept.
      "svelte/no-useless-mustaches": "off",
      // Most lists are places on a board: they stay where they are.
      "svelte/require-each-key": "off",
      // Maps are made anew or are bookkeeping, none is shown.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["src/icons/drawings.ts", "**/schema.ts"], // paths, and what is generated
    rules: { "max-len": "off" },
  },
);
