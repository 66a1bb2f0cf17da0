'use client'

/** Shares by the device's own means, or copies the URL. */
export function Share({ url, title, words }) {
  const share = () => (navigator.share ? navigator.share({ url, title }) : navigator.clipboard.writeText(url))
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  return (
    <div className="share">
      <button className="button button-quiet" type="button" onClick={share}>
        {words.share}
      </button>
      <a className="button button-quiet" href={mail}>
        {words.mail}
      </a>
      <span role="status" />
    </div>
  )
}
