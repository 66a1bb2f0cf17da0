/** Has the form and length of a token. */
export const TOKEN_STAND_IN = 'Zz0Szpalta0Stand0In0zZ'
export const RECIPIENT_STAND_IN = 'subscriber@newsletter.invalid'
export const MESSAGE_STAND_IN = 'szpalta-stand-in'

const TOKEN = /^[A-Za-z0-9_-]{22}$/
/** Quoted-printable may break a line within it. */
const WRITTEN = new RegExp([...TOKEN_STAND_IN].join('(?:=\\r\\n)?'), 'g')

export interface Personal {
  email: string
  manageToken: string
  messageName: string
}

/**
 * Building each message would take longer (docs/decisions/063).
 * @param count of the token's stand-in
 * @returns undefined where the message hides some, as base64 does
 */
export function mimeTemplate(message: Buffer, count: number): ((personal: Personal) => Buffer) | undefined {
  const whole = message.toString('latin1')
  const end = whole.indexOf('\r\n\r\n')
  const [head, body] = [whole.slice(0, end), whole.slice(end)]
  const isWhole =
    end > 0 &&
    [...whole.matchAll(WRITTEN)].length === count &&
    head.split(RECIPIENT_STAND_IN).length === 2 &&
    head.split(MESSAGE_STAND_IN).length === 2
  if (!isWhole) return undefined
  const headPieces = piecesOf(head)
  const bodyPieces = piecesOf(body)
  return ({ email, manageToken, messageName }) => {
    if (!TOKEN.test(manageToken)) throw new RangeError('a token has another form')
    const filledHead = joined(headPieces, manageToken)
      .replace(RECIPIENT_STAND_IN, () => email)
      .replace(MESSAGE_STAND_IN, () => messageName)
    return Buffer.from(filledHead + joined(bodyPieces, manageToken), 'latin1')
  }
}

interface Pieces {
  texts: string[]
  tokens: string[]
}

function piecesOf(text: string): Pieces {
  return { texts: text.split(WRITTEN), tokens: [...text.matchAll(WRITTEN)].map(([written]) => written) }
}

function joined({ texts, tokens }: Pieces, token: string): string {
  return texts.map((text, index) => text + withBreaks(tokens[index], token)).join('')
}

function withBreaks(written: string | undefined, token: string): string {
  if (written === undefined) return ''
  const at = written.indexOf('=')
  return at === -1 ? token : `${token.slice(0, at)}=\r\n${token.slice(at)}`
}
