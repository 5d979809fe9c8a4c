import { lazy, type ReactNode, Suspense } from 'react'
import { Loading } from '../components/states.tsx'

const ProviderReturn = lazy(async () => ({
  default: (await import('./provider-return.tsx')).ProviderReturn,
}))

/** Browsers that come back from an identity provider are not signed in yet. */
export function ReturnGate({ children }: { children: ReactNode }) {
  const [, code] = /^\/sign-in\/([a-z][a-z0-9-]*)\/?$/.exec(location.pathname) ?? []
  if (code === undefined) return children
  return (
    <Suspense fallback={<Loading />}>
      <ProviderReturn code={code} />
    </Suspense>
  )
}
