/** Pixels; with less than this, as above the keyboard of a phone on its side, a field and the lines have it all. */
const LOW = 260;
/** What is touched beside the field stays where it is until the touch is over. */
const TOUCH = 250;

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

/**
 * Says by `data-low` of the view whether somebody writes in its `.composer` with little height left. The way to help
 * that stays in view counts as part of the field.
 */
export function keepLow(element) {
  const viewport = window.visualViewport;
  const look = () => {
    const height = viewport ? viewport.height * viewport.scale : innerHeight;
    const at = document.activeElement;
    const writes = at && element.contains(at) && at.closest(".composer, .help-button");
    element.dataset.low = String(Boolean(height < LOW && writes));
  };
  const soon = () => setTimeout(look, TOUCH);
  const focused = (event) => (event.target.closest(".composer") ? look() : soon());
  const resized = viewport || window;
  element.addEventListener("focusin", focused);
  element.addEventListener("focusout", soon);
  resized.addEventListener("resize", look);
  return () => resized.removeEventListener("resize", look);
}
