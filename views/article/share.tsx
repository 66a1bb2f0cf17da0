import { Spaced } from '../components/spaced.tsx'
import { useMessages } from '../context.ts'

export function Share({ url, title }: { url: string; title: string }) {
  const messages = useMessages()
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  return (
    <div className="share">
      <Spaced>
        <button
          className="button button-quiet needs-script"
          type="button"
          data-share={url}
          data-share-title={title}
          data-done={messages.article.linkCopied}
        >
          {messages.article.share}
        </button>
        <a className="button button-quiet" href={mail}>
          {messages.article.shareByMail}
        </a>
        <span role="status" />
      </Spaced>
    </div>
  )
}
