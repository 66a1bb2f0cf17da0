import { onClick } from './on-click.ts'

/** Opens a gallery's pictures in a dialog. Without a script they are links to the pictures. */
export function startGalleries(): void {
  onClick<HTMLAnchorElement>('[data-gallery] a:has(img)', (link, event) => {
    event.preventDefault()
    // The picture itself, when the dialog cannot be had.
    import('./lightbox.ts').then(({ openPicture }) => openPicture(link)).catch(() => location.assign(link.href))
  })
}
