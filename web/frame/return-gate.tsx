import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Loading } from '../components/states.tsx'

const ProviderReturn = lazy(async () => ({
  default: (await import('./provider-return.tsx')).ProviderReturn,
}))
const SignOutReturn = lazy(async () => ({
  default: (await import('./sign-out-return.tsx')).SignOutReturn,
}))
const PAGES: Record<string, ComponentType<{ code: string }>> = {
  'sign-in': ProviderReturn,
  'sign-out': SignOutReturn,
}

/** Browsers that come back from an identity provider are not signed in yet, or not any more. */
export function ReturnGate({ children }: { children: ReactNode }) {
  const [, way = '', code = ''] =
    /^\/(sign-in|sign-out)\/([a-z][a-z0-9-]*)\/?$/.exec(location.pathname) ?? []
  const Page = PAGES[way]
  if (!Page) return children
  return (
    <Suspense fallback={<Loading />}>
      <Page code={code} />
    </Suspense>
  )
}
