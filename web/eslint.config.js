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
            "no-undef": "off", // svelte-check knows better which names there are
            "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_$" }],
            "svelte/require-each-key": "off", // most lists are places on a board: they stay where they are
            "svelte/prefer-svelte-reactivity": "off", // maps are made anew or are bookkeeping, none is shown
        },
    },
);
