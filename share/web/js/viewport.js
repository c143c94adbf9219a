/**
 * Keeps a view inside what the on-screen keyboard leaves visible, in browsers that lay the keyboard over the page.
 * Not while somebody has zoomed in with two fingers: then the view must stay as it is.
 */
export function keepToViewport(element) {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const fit = () => {
    const isZoomed = viewport.scale > 1.02;
    const isCovered = innerHeight - viewport.height > 80;
    element.style.height = !isZoomed && isCovered ? `${viewport.height}px` : "";
    element.style.transform = !isZoomed && isCovered && viewport.offsetTop ? `translateY(${viewport.offsetTop}px)` : "";
  };
  viewport.addEventListener("resize", fit);
  viewport.addEventListener("scroll", fit);
  return () => {
    viewport.removeEventListener("resize", fit);
    viewport.removeEventListener("scroll", fit);
  };
}
