/** The pages that are shown in documents, each with the name of its picture. */
export async function pages(_address: string, _token: string) {
  return [{ path: '/tasks', name: 'tasks' }]
}
