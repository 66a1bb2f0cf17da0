/** The reason why a file is not served, for the log. */
export class ImageError extends Error {
  override name = 'ImageError'

  constructor(
    message: string,
    /** `format`: no image that is shown. `size`: too many pixels. `memory`: it would take too much. */
    readonly kind: 'format' | 'size' | 'memory' = 'format',
  ) {
    super(message)
  }
}
