/** A file that is not shown, and why: for the log. The same file is the same error each time it is looked at. */
export class PictureError extends Error {
  override name = 'PictureError'
}
