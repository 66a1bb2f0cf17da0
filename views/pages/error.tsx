import { Spaced } from '../components/inline.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { useMessages } from '../context.ts'
import { CardsBlock, MostRead } from '../home/card-blocks.tsx'
import { ScriptedIsland } from '../islands/island.tsx'
import type { NotFoundData } from '../page-data.ts'

/** The header's panel has the other id. */
const FIELD = 'szukaj-zamiast'

export function NotFoundPage({ redirectTo, mostRead, newest }: NotFoundData) {
  const messages = useMessages()
  return (
    <>
      <div className="page message">
        <p className="message-code" aria-hidden="true">
          404
        </p>
        <h1>{messages.notFound.title}</h1>
        <p className="lead">{messages.notFound.lead}</p>
        {redirectTo === undefined && (
          <>
            <p>{messages.notFound.noRedirect}</p>
            <p className="actions">
              <Spaced>
                <a className="button" href="/">
                  {messages.unavailable.retry}
                </a>
                <a className="button button-quiet" href="/search">
                  {messages.search.title}
                </a>
              </Spaced>
            </p>
          </>
        )}
        {redirectTo && (
          <div data-redirect-to={redirectTo}>
            <p role="status">{messages.notFound.redirect}</p>
            <p className="actions">
              <Spaced>
                <a className="button" href={redirectTo}>
                  {messages.notFound.go}
                </a>
                <button
                  className="button button-quiet needs-script"
                  type="button"
                  data-redirect-stay={messages.notFound.stayed}
                >
                  {messages.notFound.stay}
                </button>
              </Spaced>
            </p>
          </div>
        )}
        <ScriptedIsland name="search-box">
          <SearchBox id={FIELD} />
        </ScriptedIsland>
      </div>
      {(newest.length > 0 || mostRead.length > 0) && (
        <div className="page">
          {newest.length > 0 && (
            <CardsBlock block={{ type: 'postsrow', header: messages.newest, cards: [...newest] }} isFirst={false} />
          )}
          <MostRead cards={mostRead} />
        </div>
      )}
    </>
  )
}

export function UnavailablePage() {
  const messages = useMessages()
  return (
    <div className="page message">
      <h1>{messages.unavailable.title}</h1>
      <p className="lead">{messages.unavailable.lead}</p>
      <p className="actions">
        {/* An empty query reloads the current URL. */}
        <a className="button" href="?">
          {messages.unavailable.retry}
        </a>
      </p>
    </div>
  )
}
