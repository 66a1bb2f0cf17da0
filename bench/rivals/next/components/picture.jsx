/** An `<img>` that keeps its place while it loads. The CMS' URLs come with their widths: no optimisation. */
export function Picture({ picture: { src, srcSet, alt, width, height }, sizes, isFirst = false }) {
  return (
    <img
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
