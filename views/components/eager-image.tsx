import type { ComponentProps } from 'react'

/**
 * An image that is fetched with its page. React writes a preload of every such `<img>` into the head, except within a
 * `<picture>`: what stands in the head is helmet's (docs/decisions/028).
 */
export function EagerImage({ alt, ...rest }: ComponentProps<'img'> & { alt: string }) {
  return (
    <picture>
      <img alt={alt} {...rest} />
    </picture>
  )
}
