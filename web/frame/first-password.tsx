import { useState } from 'react'
import { OwnPassword } from '../components/password.tsx'
import { useTexts } from '../texts/index.ts'

/** Asks whoever still has the password of the first start for one of their own. */
export function FirstPassword() {
  const t = useTexts().frame.firstPassword
  const [isLater, setIsLater] = useState(false)
  if (isLater) return null
  return <OwnPassword title={t.title} hint={t.hint} onClose={() => setIsLater(true)} />
}
