/** How a browser is reached (W3C Push API, PushSubscription). Nothing else is kept of a reader. */
export interface Subscription {
  service: string
  /** A capability: it is never logged. */
  endpoint: string
  /** Public key of the browser, P-256, base64url. */
  p256dh: string
  /** Secret of the browser, 16 bytes, base64url. */
  auth: string
}

export type Urgency = 'low' | 'normal' | 'high'

/** Times are ISO 8601, UTC. */
export interface Message {
  id: string
  topic: string
  /** JSON, the same for all readers. */
  payload: string
  urgency: Urgency
  /** A message waits at night. */
  dueAt: string
  /** Nobody gets the message later. */
  expiresAt: string
  /** Earlier messages of the topic that wait are dropped. */
  replaces: boolean
  endsTopic: boolean
}

export interface Recipient extends Omit<Subscription, 'service'> {
  id: number
  attempts: number
}

/** Each counts as handed over from then on (PUSH-9). */
export interface Chunk {
  message: Pick<Message, 'id' | 'topic' | 'payload' | 'urgency' | 'expiresAt'>
  recipients: Recipient[]
}

export type Outcome =
  | { id: number; kind: 'sent' | 'refused' | 'gone' | 'unknown' }
  /** `isAttempt` false: nothing was sent, as the push service asked for a pause. */
  | { id: number; kind: 'later'; dueAt: string; isAttempt: boolean }

/** Recipients of a sender that no longer leads. */
export interface Handed {
  message: string
  id: number
  holder: string
}

export interface Sums {
  sent: number
  refused: number
  gone: number
  unknown: number
  clicks: number
}

export interface TopicFigures extends Sums {
  topic: string
  subscriptions: number
}
