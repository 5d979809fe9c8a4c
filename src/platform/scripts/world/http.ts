import type { Any } from './kit.ts'

/** What a route answers with, and bytes as text. Runs in the sandbox. */
export function http() {
  /** As the server reads it: see `toJSON`. */
  class HttpResponse {
    #status = 200
    #headers: Record<string, string> = {}
    #body = ''

    constructor(status = 200) {
      this.status(status)
    }

    status(status: Any) {
      this.#status = Number(status)
      if (!(this.#status >= 200 && this.#status <= 599 && this.#status % 1 === 0)) {
        throw new Error(`HttpResponse: ${status} is no status from 200 to 599`)
      }
      return this
    }

    set(name: string, value: Any) {
      this.#headers[String(name).toLowerCase()] = String(value)
      return this
    }

    content(text: Any) {
      this.#body = String(text)
      return this
    }

    json(value: Any) {
      this.#body = JSON.stringify(value) ?? 'null'
      return this.set('content-type', 'application/json')
    }

    redirect(address: string) {
      this.#status = 302
      return this.set('location', address)
    }

    cookie(): never {
      throw new Error('HttpResponse.cookie is not supported here')
    }

    setFile(): never {
      throw new Error('HttpResponse.setFile is not supported here')
    }

    toJSON() {
      return { status: this.#status, headers: this.#headers, body: this.#body }
    }
  }

  const CODES = new Uint8Array(128).fill(255)
  const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

  for (let at = 0; at < SIGNS.length; at++) CODES[SIGNS.charCodeAt(at)] = at

  /** In pieces: growing strings are copied each time. */
  const PIECE = 3 * 1024

  /** Two characters for every twelve bits, created on demand. */
  const pairs: string[] = []
  const pairOf = (bits: number): string => {
    pairs[bits] ??= SIGNS.charAt(bits >> 6) + SIGNS.charAt(bits & 63)
    return pairs[bits] as string
  }

  const toBase64 = (bytes: ArrayLike<number>): string => {
    const pieces: string[] = []
    const whole = bytes.length - (bytes.length % 3)
    for (let begin = 0; begin < whole; begin += PIECE) {
      const end = Math.min(begin + PIECE, whole)
      let piece = ''
      for (let at = begin; at < end; at += 3) {
        const all =
          ((bytes[at] as number) << 16) |
          ((bytes[at + 1] as number) << 8) |
          (bytes[at + 2] as number)
        piece += pairOf(all >> 12) + pairOf(all & 4095)
      }
      pieces.push(piece)
    }
    if (whole === bytes.length) return pieces.join('')
    const [one = 0, two] = [bytes[whole], bytes[whole + 1]]
    const last = (one << 16) | ((two ?? 0) << 8)
    const third = two === undefined ? '=' : SIGNS.charAt((last >> 6) & 63)
    return `${pieces.join('')}${pairOf(last >> 12)}${third}=`
  }

  const btoa = (given: Any): string => {
    const text = String(given)
    const bytes = new Uint8Array(text.length)
    for (let at = 0; at < text.length; at++) {
      const byte = text.charCodeAt(at)
      if (byte > 255) throw new Error('btoa: the text has other than bytes')
      bytes[at] = byte
    }
    return toBase64(bytes)
  }

  const atob = (text: Any): string => {
    const signs = String(text).replace(/\s/g, '').replace(/=+$/, '')
    const pieces: string[] = []
    let [bits, count, piece] = [0, 0, '']
    for (let at = 0; at < signs.length; at++) {
      const value = CODES[signs.charCodeAt(at)] ?? 255
      if (value === 255) throw new Error('atob: the text is no base64')
      bits = ((bits << 6) | value) & 0xffffff
      count += 6
      if (count >= 8) {
        count -= 8
        piece += String.fromCharCode((bits >> count) & 255)
      }
      if (piece.length === PIECE) {
        pieces.push(piece)
        piece = ''
      }
    }
    return pieces.join('') + piece
  }

  Object.assign(globalThis, { HttpResponse, atob, btoa })
  return { toBase64 }
}
