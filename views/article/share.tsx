import { copy } from '../../src/config/copy.ts'
import { Spaced } from '../components/spaced.tsx'

/** Shares through the device's share sheet, or copies the URL. E-mail works without a script. */
export function Share({ url, title }: { url: string; title: string }) {
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  return (
    <div className="share">
      <Spaced>
        <button
          className="button button-quiet needs-script"
          type="button"
          data-share={url}
          data-share-title={title}
          data-done={copy.article.linkCopied}
        >
          {copy.article.share}
        </button>
        <a className="button button-quiet" href={mail}>
          {copy.article.shareByMail}
        </a>
        <span role="status" />
      </Spaced>
    </div>
  )
}
