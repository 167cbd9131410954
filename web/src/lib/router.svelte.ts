/** Which page is shown: the address, as a small state. */
export const route = $state({ path: location.pathname, query: location.search });

function look(): void {
  route.path = location.pathname;
  route.query = location.search;
}

addEventListener("popstate", look);

/** Go to another page of this house. */
export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  look();
  scrollTo(0, 0);
}

/** Links within the house need no reloading. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download"))
    return;
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey
  )
    return;
  if (link.pathname.startsWith("/api") || link.pathname.startsWith("/schema")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
