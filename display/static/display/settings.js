// Puts a screen's settings where stylesheets and scripts read them. The server has checked them,
// from the address or from what a paired screen was told; screen.js brings them, and loads the page
// anew for another language, whose words come with the page.

export function apply(settings) {
  const root = document.documentElement;
  const frame = document.getElementById("frame");
  root.dataset.palette = settings.palette;
  root.dataset.motion = settings.motion;
  document.body.dataset.view = settings.view;
  frame.style.setProperty("--margin", settings.margin / 100);
  frame.style.setProperty("--text-scale", settings.scale);
  frame.toggleAttribute("data-mirrored", Boolean(settings.mirrored));
  return settings;
}
