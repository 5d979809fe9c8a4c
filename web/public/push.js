// Shows notices while no page is open. It fetches nothing and keeps nothing.
addEventListener('push', (event) => {
  const { id, title, link } = event.data.json()
  const shown = { tag: id, icon: '/icon.svg', data: { link } }
  event.waitUntil(registration.showNotification(title, shown))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(clients.openWindow(event.notification.data.link))
})
