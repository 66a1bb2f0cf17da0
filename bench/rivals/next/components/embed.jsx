'use client'

import { useState } from 'react'

/** Third-party content, loaded by a click. */
export function EmbedBox({ video: { frame, provider, url }, words }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) {
    const size = 'ratio' in frame.shape ? { aspectRatio: frame.shape.ratio } : { height: frame.shape.height }
    return <iframe src={frame.src} title={words.title} style={{ width: '100%', border: 0, ...size }} allowFullScreen />
  }
  return (
    <div className="embed-box">
      <span className="embed-mark" aria-hidden="true">
        {provider.charAt(0)}
      </span>
      <div className="embed-words">
        <strong>{provider}</strong>
        {frame && <p className="embed-notice">{words.notice}</p>}
      </div>
      <div className="embed-actions">
        {frame && (
          <button className="button" type="button" onClick={() => setOpen(true)}>
            {words.load}
          </button>
        )}{' '}
        <a href={url} rel="noopener">
          {words.open}
        </a>
      </div>
    </div>
  )
}
