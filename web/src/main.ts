import { mount } from "svelte";
import "@fontsource/alegreya/latin-700.css";
import "@fontsource/alegreya-sans/latin-400.css";
import "@fontsource/alegreya-sans/latin-700.css";
import "./app.css";
import App from "./App.svelte";
import { app } from "./app/app.svelte";
import { prefs } from "./lib/prefs.svelte";
import { speak } from "./lib/words.svelte";

app.start();
void speak(prefs.language).then(() => {
  document.getElementById("opening")?.remove();
  mount(App, { target: document.body });
});
