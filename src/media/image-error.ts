/** The reason why a file is not served, for the log. Repeated attempts on one file throw the same error. */
export class ImageError extends Error {
  override name = 'PictureError'
}
