import type { Any } from './kit.ts'

/** What a route answers with, and bytes as text. Runs in the sandbox. */
export function http() {
  /** As the server reads it: see `toJSON`. */
  class HttpResponse {
    #status: number
    #headers: Record<string, string> = {}
    #body = ''

    constructor(status = 200) {
      this.#status = status
    }

    status(status: number) {
      this.#status = status
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
      this.#body = JSON.stringify(value)
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

  const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

  const btoa = (text: Any): string => {
    const bytes = Array.from(String(text), (sign) => sign.charCodeAt(0))
    if (bytes.some((byte) => byte > 255)) throw new Error('btoa: the text has other than bytes')
    let written = ''
    for (let at = 0; at < bytes.length; at += 3) {
      const [one = 0, two, three] = bytes.slice(at, at + 3)
      const all = (one << 16) | ((two ?? 0) << 8) | (three ?? 0)
      written += SIGNS.charAt(all >> 18) + SIGNS.charAt((all >> 12) & 63)
      written += two === undefined ? '=' : SIGNS.charAt((all >> 6) & 63)
      written += three === undefined ? '=' : SIGNS.charAt(all & 63)
    }
    return written
  }

  const atob = (text: Any): string => {
    const signs = String(text).replace(/\s/g, '').replace(/=+$/, '')
    const bytes: number[] = []
    let [bits, count] = [0, 0]
    for (const sign of signs) {
      const value = SIGNS.indexOf(sign)
      if (value < 0) throw new Error('atob: the text is no base64')
      bits = ((bits << 6) | value) & 0xffffff
      count += 6
      if (count >= 8) {
        count -= 8
        bytes.push((bits >> count) & 255)
      }
    }
    return bytes.map((byte) => String.fromCharCode(byte)).join('')
  }

  Object.assign(globalThis, { HttpResponse, atob, btoa })
  return { btoa }
}
