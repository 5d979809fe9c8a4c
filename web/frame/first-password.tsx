import { useState } from 'react'
import { OwnPassword } from '../components/password.tsx'
import { useTexts } from '../texts/index.ts'
import { useTouring } from './touring.ts'

/** Until the browser is closed. */
const KEY = 'kontor.password-later'

/**
 * Asks whoever still has the password of the first start for one of their own: after they were shown
 * around, and not again at the next page.
 */
export function FirstPassword() {
  const t = useTexts().frame.firstPassword
  const isTouring = useTouring()
  const [isLater, setIsLater] = useState(() => sessionStorage.getItem(KEY) !== null)
  if (isLater || isTouring !== false) return null
  const leave = () => {
    sessionStorage.setItem(KEY, '1')
    setIsLater(true)
  }
  return <OwnPassword title={t.title} hint={t.hint} onClose={leave} />
}
