import { onClick } from './on-click.ts'

/** Opens a gallery's images in a dialog. Without a script they are links to the images. */
export function startGalleries(): void {
  onClick<HTMLAnchorElement>('[data-gallery] a[aria-label]', (link, event) => {
    event.preventDefault()
    // Falls back to the plain image when the module cannot load.
    import('./lightbox.ts').then(({ openImage }) => openImage(link)).catch(() => location.assign(link.href))
  })
}
