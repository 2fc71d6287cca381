import builtins
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from email.message import Message
from typing import Any
from typing_extensions import Unpack

from .contract import (
    EventName,
    ImplementSummary,
    InputError,
    Machine,
    MachineClass,
    MachineSearchOut,
    MachineSummary,
    MarketListing,
    PriceUpdatedEvent,
    SearchParameters,
    VariantPublishedEvent,
    VariantUpdatedEvent,
    Webhook,
    WebhookCreated,
    WebhookDeleted,
    WebhookDeliveries,
    WebhookPing,
    WebhookPingEvent,
    WebhookRedelivered,
    WebhookSecret,
    WebhookStatus,
)

__version__: str
__all__ = ["AsyncYantraClient", "YantraClient", "YantraError", "YantraProblem", "answer_of", "unwrap_webhook"]

class YantraError(Exception):
    status: int | None
    headers: Message | None
    retry_after: float | None
    request_id: str | None
    def __init__(
        self, message: str, status: int | None = None, headers: Message | None = None, request_id: str | None = None
    ) -> None: ...

class YantraProblem(YantraError):
    status: int
    code: str
    title: str
    detail: str
    errors: list[InputError]
    def __init__(self, problem: Mapping[str, Any], headers: Message | None = None) -> None: ...

class Answer:
    status: int
    headers: Message
    request_id: str | None
    def __init__(self, status: int, headers: Message) -> None: ...

def answer_of(result: object) -> Answer | None: ...

class YantraClient:
    webhooks: _Webhooks
    def __init__(
        self,
        base_url: str,
        key: str | None = None,
        timeout: float = 10,
        retries: int = 2,
        max_retry_after: float = 20,
        cache: bool = False,
    ) -> None: ...
    def search(self, **parameters: Unpack[SearchParameters]) -> Iterator[MachineSummary]: ...
    def search_page(self, **parameters: Unpack[SearchParameters]) -> MachineSearchOut: ...
    def machine(self, slug: str) -> Machine: ...
    def implements(self, slug: str) -> list[ImplementSummary]: ...
    def listing(self, listing_id: int) -> MarketListing: ...
    def classes(self) -> list[MachineClass]: ...

class _Webhooks:
    def create(self, url: str, events: Iterable[EventName], idempotency_key: str | None = None) -> WebhookCreated: ...
    def list(self) -> builtins.list[Webhook]: ...
    def delete(self, webhook_id: str) -> WebhookDeleted: ...
    def get(self, webhook_id: str) -> WebhookStatus: ...
    def deliveries(self, webhook_id: str, limit: int = 20, offset: int = 0) -> WebhookDeliveries: ...
    def ping(self, webhook_id: str) -> WebhookPing: ...
    def rotate_secret(self, webhook_id: str) -> WebhookSecret: ...
    def redeliver(self, webhook_id: str, since: str) -> WebhookRedelivered: ...

class AsyncYantraClient:
    webhooks: _AsyncWebhooks
    def __init__(
        self,
        base_url: str,
        key: str | None = None,
        timeout: float = 10,
        retries: int = 2,
        max_retry_after: float = 20,
        cache: bool = False,
    ) -> None: ...
    def search(self, **parameters: Unpack[SearchParameters]) -> AsyncIterator[MachineSummary]: ...
    async def search_page(self, **parameters: Unpack[SearchParameters]) -> MachineSearchOut: ...
    async def machine(self, slug: str) -> Machine: ...
    async def implements(self, slug: str) -> list[ImplementSummary]: ...
    async def listing(self, listing_id: int) -> MarketListing: ...
    async def classes(self) -> list[MachineClass]: ...

class _AsyncWebhooks:
    async def create(
        self, url: str, events: Iterable[EventName], idempotency_key: str | None = None
    ) -> WebhookCreated: ...
    async def list(self) -> builtins.list[Webhook]: ...
    async def delete(self, webhook_id: str) -> WebhookDeleted: ...
    async def get(self, webhook_id: str) -> WebhookStatus: ...
    async def deliveries(self, webhook_id: str, limit: int = 20, offset: int = 0) -> WebhookDeliveries: ...
    async def ping(self, webhook_id: str) -> WebhookPing: ...
    async def rotate_secret(self, webhook_id: str) -> WebhookSecret: ...
    async def redeliver(self, webhook_id: str, since: str) -> WebhookRedelivered: ...

def unwrap_webhook(
    body: str | bytes, headers: Mapping[str, str], secret: str
) -> VariantPublishedEvent | VariantUpdatedEvent | PriceUpdatedEvent | WebhookPingEvent: ...
