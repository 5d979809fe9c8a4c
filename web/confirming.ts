/** Asks whoever is here to confirm who they are; whether they did. */
type Ask = () => Promise<boolean>

let asking: Ask | undefined

/** By the frame, while somebody is signed in. */
export function askWith(ask: Ask): () => void {
  asking = ask
  return () => {
    asking = undefined
  }
}

export const confirmIdentity: Ask = () => asking?.() ?? Promise.resolve(false)
