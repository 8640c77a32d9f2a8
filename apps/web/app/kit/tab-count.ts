/** Returns the title of the browser tab with a count: `(3) Chat`. With 0, returns it without a count. */
export function addCountToTitle(title: string, count: number): string {
  const plainTitle = title.replace(/^\(\d+\+?\) /, "");
  if (count <= 0) return plainTitle;
  return `(${count > 99 ? "99+" : count}) ${plainTitle}`;
}

/** The icon `favicon.svg` with a dot on it, as a `data:` URL. */
const iconWithDot = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><mask id="m"><rect width="32" height="32" fill="#fff"/><circle cx="24" cy="8" r="9.5" fill="#000"/></mask><g mask="url(#m)"><rect width="32" height="32" rx="7.5" fill="#171A2B"/><path d="M9 8.5v16.5M23 8.5v16.5" stroke="#FBFAF7" stroke-width="4" stroke-linecap="round"/><path d="M4.5 18C9 10 23 10 27.5 18" stroke="#EB563E" stroke-width="4.2" stroke-linecap="round"/></g><circle cx="24" cy="8" r="7.5" fill="#E2472F"/></svg>`,
)}`;

/** Shows the count in the tab's title and icon, until the returned function is called. */
export function showCountInTab(count: number): () => void {
  if (count <= 0) return () => {};
  const updateTitle = () => {
    const title = addCountToTitle(document.title, count);
    if (title !== document.title) document.title = title;
  };
  updateTitle();
  // Pages set their own titles, so add the count again after each change of the title.
  const observer = new MutationObserver(updateTitle);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  // Change all icon links of the page, because browsers differ in the link that they use.
  const iconLinks = [...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')];
  const originalIconUrls = iconLinks.map((icon) => icon.href);
  for (const icon of iconLinks) icon.href = iconWithDot;
  return () => {
    observer.disconnect();
    document.title = addCountToTitle(document.title, 0);
    iconLinks.forEach((icon, index) => {
      icon.href = originalIconUrls[index] ?? "";
    });
  };
}
