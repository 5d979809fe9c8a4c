import { type ComponentType, createContext, lazy, type ReactNode, useContext } from 'react'
import { ClientError } from '../../src/client/client.ts'
import { useApi } from '../api.ts'
import type { ReplyOf } from '../client.ts'
import { Failure, Loading } from '../components/states.tsx'
import { links } from '../links.ts'
import { Confirmation } from './confirmation.tsx'
import { FirstPassword } from './first-password.tsx'
import { SignIn } from './sign-in.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

export type Account = ReplyOf<'access', 'currentSession'>['user']

const SessionContext = createContext<ReplyOf<'access', 'currentSession'> | undefined>(undefined)

/** What is known of who is signed in; only inside of `Session`. */
export function useSession(): ReplyOf<'access', 'currentSession'> {
  const session = useContext(SessionContext)
  if (!session) throw new Error('nobody is signed in here')
  return session
}

export const useMe = (): Account => useSession().user

const LinkPage = lazy(async () => ({ default: (await import('./sign-in/link.tsx')).LinkPage }))
const AddressPage = lazy(async () => ({
  default: (await import('./sign-in/address.tsx')).AddressPage,
}))
const GuestDoor = lazy(async () => ({
  default: (await import('../pages/guest/door-page.tsx')).GuestDoor,
}))
/** Where the links of mails lead, whoever is signed in. */
const LINKS: Record<string, ComponentType> = {
  '/welcome': LinkPage,
  '/new-password': LinkPage,
  '/address': AddressPage,
  [links.guest]: GuestDoor,
}

export function Session({ children }: { children: ReactNode }) {
  const LinkedPage = LINKS[location.pathname]
  if (!LinkedPage) return <SignedInOnly>{children}</SignedInOnly>
  return (
    <SignInFrame>
      <LinkedPage />
    </SignInFrame>
  )
}

/** Shows what is inside to who is signed in, and the door to everybody else. */
function SignedInOnly({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useApi('access', 'currentSession', {}, { fresh: 60_000 })
  if (error instanceof ClientError && error.status === 401) return <SignIn />
  if (error) return <Failure error={error} again={refetch} />
  if (!data) return <Loading />
  return (
    <SessionContext value={data}>
      {children}
      {data.isFirstPassword && <FirstPassword />}
      <Confirmation />
    </SessionContext>
  )
}
