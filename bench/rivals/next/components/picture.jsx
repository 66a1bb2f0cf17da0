import Image from 'next/image'

/**
 * An image that keeps its place while it loads. In the pages for browsers it is an original that `next/image` resizes; in
 * those that measure servers it is an `<img>` with the widths of the CMS, which costs less to render.
 */
export function Picture({ picture: { isOriginal, ...picture }, ...rest }) {
  return isOriginal ? <OptimisedImage picture={picture} {...rest} /> : <PlainImage picture={picture} {...rest} />
}

/** As Next.js' documentation advises for the largest image of a page. */
function OptimisedImage({ picture: { src, alt, width, height }, sizes, className, isFirst = false }) {
  const first = isFirst ? { loading: 'eager', fetchPriority: 'high' } : {}
  return <Image src={src} alt={alt} width={width} height={height} sizes={sizes} className={className} {...first} />
}

function PlainImage({ picture: { src, srcSet, alt, width, height }, sizes, className, isFirst = false }) {
  return (
    <img
      className={className}
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding={isFirst ? undefined : 'async'}
    />
  )
}
