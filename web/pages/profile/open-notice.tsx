import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useChange } from '../../api.ts'
import { Loading } from '../../components/states.tsx'
import { linkToObject } from '../../kinds.ts'
import { links } from '../../links.ts'

/** Where a notice outside of the console leads: to what it is about, which makes it read. */
export function OpenNotice() {
  const [asked] = useSearchParams()
  const navigate = useNavigate()
  const { mutate } = useChange('notifications', 'markRead', { onFail: () => undefined })
  const [object, notice] = [asked.get('object') ?? '', asked.get('notice')]
  useEffect(() => {
    if (notice) mutate({ input: { ids: [notice] } })
    void navigate(linkToObject(object) ?? links.home, { replace: true })
  }, [object, notice, mutate, navigate])
  return <Loading />
}
