import type { ScriptField } from './environment.ts'
import type { Any, FieldAbout, Kit } from './kit.ts'

/** Apps, their items and references to them. Runs in the sandbox. */
export function apps(kit: Kit) {
  type Address = { namespace: string; code: string }
  type Described = { __id: string; name: string; fields: ScriptField[] }

  const described = new Map<string, Promise<Described>>()
  const describe = (params: Address): Promise<Described> => {
    const key = `${params.namespace}/${params.code}`
    const asked =
      described.get(key) ??
      kit.call('scheme.getApp', { params }).then(({ application }: Any) => application as Described)
    described.set(key, asked)
    return asked
  }

  /** The most rows per request: answers have a maximum size. */
  const [MOST, PAGE] = [10_000, 500]

  /** The file of a document is a field like any other. */
  const codeOf = (code: string) => (code === '__file' ? 'file' : code)

  class Ref {
    readonly namespace: string
    readonly code: string
    readonly id: string

    constructor(namespace: string, code: string, id: string) {
      this.namespace = namespace
      this.code = code
      this.id = id
    }

    async fetch() {
      const { namespace, code, id } = this
      const { item } = await kit.call('apps.getItem', { params: { namespace, code, id } })
      return toItem(this, await describe(this), item)
    }

    async delete() {
      const { namespace, code, id } = this
      await kit.call('apps.deleteItem', { params: { namespace, code, id } })
    }

    async restore() {
      const { namespace, code, id } = this
      await kit.call('apps.restoreItem', { params: { namespace, code, id } })
    }

    async sendMessage(title: Any, text: Any = '') {
      const { namespace, code, id } = this
      await kit.call('messages.sendMessage', {
        params: { namespace, code, target: id },
        input: { title: kit.textOf(title, 'the title'), body: String(text) },
      })
    }

    docflow() {
      return kit.docflowOf(this)
    }

    toJSON() {
      const { namespace, code, id } = this
      return { namespace, code, id }
    }
  }

  const refOf = (namespace: string, code: string, id: string) =>
    kit.guarded(new Ref(namespace, code, id), 'item')

  /** An item with its values; one without an id is created by `save()`. */
  class Item {
    readonly #address: () => Promise<Address>
    #namespace = ''
    #code = ''
    #before: Record<string, Any> = {}
    id = ''
    data: Record<string, Any> = {}

    constructor(address: () => Promise<Address>) {
      this.#address = address
    }

    get namespace() {
      return this.#namespace
    }

    get code() {
      return this.#code
    }

    get fields() {
      return fieldsOf(this.#address, () => this.data)
    }

    take({ namespace, code }: Address, { fields }: Described, row: Any) {
      this.#namespace = namespace
      this.#code = code
      this.id = row.__id
      this.data = kit.decodeAll(fields, row)
      // The file of a document has two names.
      if ('file' in row && !('__file' in row)) {
        Object.defineProperty(this.data, '__file', {
          get: () => this.data.file,
          set: (value) => {
            this.data.file = value
          },
        })
      }
      this.#before = kit.encodeAll(fields, this.data)
    }

    async save() {
      const address = await this.#address()
      const known = await describe(address)
      const data = Object.entries(this.data).map(([code, value]) => [codeOf(code), value])
      const now = kit.encodeAll(known.fields, Object.fromEntries(data))
      const context = kit.changed(this.#before, now)
      const status = known.fields.find(({ code, type }) => type === 'STATUS' && code in context)
      if (status) throw new Error(`data.${status.code} is not saved: use setStatus()`)
      if (this.id !== '' && Object.keys(context).length === 0) return
      const { item } =
        this.id === ''
          ? await kit.call('apps.createItem', { params: address, input: { context } })
          : await kit.call('apps.updateItem', {
              params: { ...address, id: this.id },
              input: { context },
            })
      this.take(address, known, item)
    }

    async setStatus(status: Any, comment?: string) {
      if (comment) throw new Error('setStatus() takes no comment here')
      const address = await this.#address()
      const known = await describe(address)
      const field = known.fields.find(({ type }) => type === 'STATUS')
      const id = field && kit.constant(field, status)
      const found = ((field?.data.statusItems as Any[]) ?? []).find((each) => each.id === id)
      if (!found) throw new Error(`${address.namespace}/${address.code} has no such status`)
      await this.save()
      const { item } = await kit.call('apps.setStatus', {
        params: { ...address, id: this.id },
        input: { status: found.code },
      })
      this.take(address, known, item)
      return true
    }

    async fetch() {
      return refOf(this.#namespace, this.#code, this.id).fetch()
    }

    async delete() {
      await refOf(this.#namespace, this.#code, this.id).delete()
    }

    async restore() {
      await refOf(this.#namespace, this.#code, this.id).restore()
    }

    async sendMessage(title: Any, text: Any = '') {
      await refOf(this.#namespace, this.#code, this.id).sendMessage(title, text)
    }

    docflow() {
      return refOf(this.#namespace, this.#code, this.id).docflow()
    }

    toJSON() {
      return { namespace: this.#namespace, code: this.#code, id: this.id }
    }
  }

  const toItem = ({ namespace, code }: Address, known: Described, row: Any) => {
    const item = new Item(async () => ({ namespace, code }))
    item.take({ namespace, code }, known, row)
    return kit.guarded(item, 'item')
  }

  /** A field before its definition was fetched: variants are checked when they are used. */
  const fieldOf = (code: string, { find, home, value }: FieldAbout) =>
    kit.guarded(
      {
        code,
        get app() {
          return appOf(async () => {
            const { namespace, code: app } = ((await find())?.data ?? {}) as Any
            if (!app) throw new Error(`${code} is no field with items of an app`)
            return { namespace, code: app }
          })
        },
        variants: kit.dictionary((variant) => ({ code: variant })),
        create: (...given: Any[]) => {
          if (typeof given[0] === 'number') return new kit.Money(given[0], given[1])
          if (given.length === 0) return new kit.Table()
          if (home && given.length === 2) return newFile(home, given)
          throw new Error(`fields.${code}.create() makes tables, amounts, and files of apps`)
        },
        fetchAll: async () => {
          if (!value) throw new Error(`fields.${code}.fetchAll() is for fields that hold something`)
          return fetchAll(value())
        },
      },
      `fields.${code}`,
    )

  /** The objects a field refers to, in order; deleted and hidden ones are left out. */
  const fetchAll = async (value: Any): Promise<Any[]> => {
    const all: Any[] = (Array.isArray(value) ? value : [value]).filter(isRef)
    if (all.length > MOST) throw new Error(`fetchAll() fetches ${MOST}, not ${all.length}`)
    const [first] = all
    const isOfOne =
      first !== undefined &&
      'namespace' in first &&
      all.every(({ namespace, code }) => namespace === first.namespace && code === first.code)
    if (!isOfOne) return Promise.all(all.map((ref) => ref.fetch()))
    const params = { namespace: first.namespace, code: first.code }
    const known = await describe(params)
    const found = new Map<string, Any>()
    for (let at = 0; at < all.length; at += PAGE) {
      const ids = all.slice(at, at + PAGE).map(({ id }) => id)
      const input = { ids, size: PAGE }
      const { result } = (await kit.call('apps.listItems', { params, input })).result
      for (const row of result) found.set(row.__id, toItem(params, known, row))
    }
    return all.flatMap(({ id }) => found.get(id) ?? [])
  }

  const newFile = async (home: () => Promise<Address>, [name, content]: Any[]) =>
    kit.fileOf(await kit.createFile((await describe(await home())).__id, name, content))

  const fieldsOf = (address: () => Promise<Address>, data?: () => Record<string, Any>) =>
    kit.dictionary((code) =>
      fieldOf(code, {
        find: async () =>
          (await describe(await address())).fields.find((field) => field.code === codeOf(code)),
        home: address,
        ...(data && { value: () => data()[code] }),
      }),
    )

  const appOf = (address: () => Promise<Address>, name = 'app'): Any =>
    kit.guarded(
      {
        create: () => kit.guarded(new Item(address), 'item'),
        search: () => kit.newSearch(listingOf(address)),
        fields: fieldsOf(address),
        cache: kit.newCache(`${name}.cache`),
        storage: kit.newStorage(address, `${name}.storage`),
        processes: kit.dictionary((code) =>
          kit.processOf(async () => {
            const { namespace, code: app } = await address()
            return { namespace: `${namespace}.${app}`, code }
          }),
        ),
      },
      name,
    )

  const listingOf = (address: () => Promise<Address>) => {
    let params: Address
    let known: Described
    return {
      fields: async () => {
        params = await address()
        known = await describe(params)
        return known.fields
      },
      list: async (input: object) =>
        (await kit.call('apps.listItems', { params, input })).result as Any,
      toItem: (row: Any) => toItem(params, known, row),
    }
  }

  /** A reference to something that has an id. */
  const isRef = (value: Any): boolean =>
    typeof value === 'object' && value !== null && typeof value.id === 'string' && value.id !== ''

  class RefItem extends Ref {
    constructor(namespace: string, code: string, id: string) {
      super(namespace, code, id)
      // biome-ignore lint/correctness/noConstructorReturn: the proxy names missing members
      return kit.guarded(this, 'item')
    }
  }

  Object.assign(globalThis, { RefItem })
  return { appOf, fieldOf, newFile, refOf, isRef, codeOf }
}
