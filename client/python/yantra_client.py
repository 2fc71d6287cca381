"""Client for the Yantra API: tractors, farm and construction machines, and used listings in India.

One module, the standard library alone, Python 3.9 or newer. Answers are dicts and lists with the names of the API;
installed as a package it has types for them.

    client = YantraClient("http://localhost:8080", key="ytr_...")
    for machine in client.search(q="50 hp tractor under 8 lakh"):
        print(machine["name"], machine["price_from_inr"])

AsyncYantraClient has the same operations for asyncio: `await client.machine(...)`, `async for ... in client.search()`.
"""

import asyncio
import base64
import binascii
import email.utils
import functools
import gzip
import hashlib
import hmac
import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from collections import OrderedDict

__version__ = "1.6.0"
__all__ = ["AsyncYantraClient", "YantraClient", "YantraError", "YantraProblem", "answer_of", "unwrap_webhook"]

_FIRST_WAIT = 0.25
_LARGEST_PAGE = 100
_KEPT_ANSWERS = 200
_TOLERANCE = 300


class YantraError(Exception):
    """Anything that went wrong. `status` and `headers` are there when a server answered.

    `retry_after` is how long the service asks to wait before the next attempt, in seconds.
    """

    def __init__(self, message, status=None, headers=None, request_id=None):
        super().__init__(message)
        self.status = status
        self.headers = headers
        self.retry_after = _read_retry_after(headers.get("retry-after")) if headers else None
        self.request_id = request_id or (headers.get("x-request-id") if headers else None)


class YantraProblem(YantraError):
    """The service said what is wrong."""

    def __init__(self, problem, headers=None):
        message = f"{problem['title']}: {problem['detail']}"
        super().__init__(message, problem["status"], headers, problem.get("request_id"))
        self.code = problem["code"]
        self.title = problem["title"]
        self.detail = problem["detail"]
        self.errors = problem.get("errors", [])


class Answer:
    """Status and headers that a result came with: `ETag`, `RateLimit`, `X-Query-Read` and others."""

    def __init__(self, status, headers):
        self.status = status
        self.headers = headers
        self.request_id = headers.get("x-request-id")


class _Object(dict):
    answer = None


class _List(list):
    answer = None


def answer_of(result):
    """The answer that a result of a client came with; None for anything else."""
    return getattr(result, "answer", None)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args, **kwargs):
        return None


class YantraClient:
    """Reads the catalogue and the market; with an enterprise key, keeps webhook subscriptions.

    `timeout` bounds each attempt in seconds, its body included. `retries` are further attempts after 429, 502, 503,
    504, and after a read that was cut or not answered. A `Retry-After` above `max_retry_after` seconds is not waited
    for: the problem says how long. With `cache` the newest 200 answers are kept and asked for by their ETags; a 304 does
    not count against a key's limit.
    """

    def __init__(self, base_url, key=None, timeout=10, retries=2, max_retry_after=20, cache=False):
        if not base_url.startswith(("https://", "http://")):
            raise YantraError("base_url must begin with https:// or http://")
        self._base = base_url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._retries = retries
        self._max_retry_after = max_retry_after
        self._cache = cache
        self._opener = urllib.request.build_opener(_NoRedirects)
        self._kept = OrderedDict()
        self._lock = threading.Lock()
        self.webhooks = _Webhooks(self)

    def search(self, **parameters):
        """Iterates over every hit of every page; `limit` is the size of a page."""
        return _every_hit(self.search_page, parameters)

    def search_page(self, **parameters):
        """One page, with total and facets."""
        return self._send("GET", "/v1/tractors" + _to_query(parameters))

    def changes(self, since="", limit=1000, include=""):
        """Iterates over every machine that changed since a cursor, once; without one over the whole catalogue.

        Keep `cursor` with each change that you have taken over: the next loop goes on there.
        """
        more = True
        while more:
            part = self.changes_part(since, limit, include)
            yield from part["changes"]
            since, more = part["next"], part["more"]

    def changes_part(self, since="", limit=1000, include=""):
        """One part of the feed of changes, with the cursor to go on with and the head of the history."""
        pairs = [("limit", limit)] + ([("since", since)] if since else []) + ([("include", include)] if include else [])
        return self._send("GET", "/v1/changes?" + urllib.parse.urlencode(pairs))

    def machine(self, slug, as_of=None):
        """The full sheet; `as_of` gives it as it was on a day or at a moment."""
        query = "?" + urllib.parse.urlencode([("as_of", as_of)]) if as_of else ""
        return self._send("GET", f"/v1/tractors/{_segment(slug)}{query}")

    def implements(self, slug):
        """The implements that fit a machine."""
        return self._send("GET", f"/v1/tractors/{_segment(slug)}/implements")

    def listing(self, listing_id):
        """One used listing."""
        return self._send("GET", f"/v1/market/listings/{_segment(listing_id)}")

    def listings(self, **parameters):
        """Iterates over every used listing of every page; `limit` is the size of a page."""
        return _every_hit(self.listings_page, parameters)

    def listings_page(self, **parameters):
        """One page of used listings, with total and facets."""
        return self._send("GET", "/v1/market/listings" + _to_query(parameters))

    def values(self, **parameters):
        """What comparable used machines are asked and sold for."""
        return self._send("GET", "/v1/market/values" + _to_query(parameters))

    def classes(self):
        """The machine classes, with labels in three languages."""
        return self._send("GET", "/v1/machines/classes")

    def _send(self, method, path, body=None, idempotency_key=None):
        tried = 0
        while True:
            try:
                status, headers, data = self._attempt(method, path, body, idempotency_key)
            except (OSError, http.client.HTTPException) as cause:
                late = isinstance(cause, TimeoutError) or isinstance(getattr(cause, "reason", None), TimeoutError)
                what = f"no answer within {self._timeout} s" if late else "the connection failed"
                failure = YantraError(f"{method} {path}: {what}")
                failure.__cause__ = cause
                # What became of a write that was cut nobody knows, so it is sent again only under its key.
                wait = _backoff(tried) if method == "GET" or idempotency_key else None
            else:
                if 200 <= status < 300:
                    return _to_result(status, headers, data)
                failure = _to_error(status, headers, data)
                wait = self._wait_after(failure, method, tried)
            if wait is None or tried >= self._retries:
                raise failure
            time.sleep(wait)
            tried += 1

    def _attempt(self, method, path, body, idempotency_key=None):
        headers = {"Accept": "application/json", "Accept-Encoding": "gzip"}
        headers["User-Agent"] = f"yantra-client-python/{__version__}"
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        with self._lock:
            known = self._kept.get(path) if method == "GET" else None
        if known:
            headers["If-None-Match"] = known[0]
        if idempotency_key:
            headers["Idempotency-Key"] = idempotency_key
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self._base + path, data, headers, method=method)
        ends = time.monotonic() + self._timeout
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                text = _read_until(response, ends)
                if self._cache and method == "GET" and response.status == 200:
                    self._keep(path, response.headers.get("etag"), text)
                return response.status, response.headers, text
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 304 and known:
                    return 200, error.headers, known[1]
                return error.code, error.headers, _read_until(error, ends)

    def _keep(self, path, etag, text):
        with self._lock:
            self._kept.pop(path, None)
            if etag is None:
                return
            self._kept[path] = (etag, text)
            while len(self._kept) > _KEPT_ANSWERS:
                self._kept.popitem(last=False)


    def _wait_after(self, failure, method, tried):
        # A gateway that got no answer may have passed the request on all the same.
        if failure.status not in (429, 503) and not (method == "GET" and failure.status in (502, 504)):
            return None
        if failure.retry_after is None:
            return _backoff(tried)
        return failure.retry_after if failure.retry_after <= self._max_retry_after else None


class _Webhooks:
    def __init__(self, client):
        self._client = client

    def create(self, url, events, idempotency_key=None):
        """The secret is in this answer and in no other."""
        body = {"url": url, "events": list(events)}
        return self._client._send("POST", "/v1/webhooks", body, idempotency_key)

    def list(self):
        return self._client._send("GET", "/v1/webhooks")

    def delete(self, webhook_id):
        return self._client._send("DELETE", f"/v1/webhooks/{_segment(webhook_id)}")

    def get(self, webhook_id):
        """Its status and last outcomes."""
        return self._client._send("GET", f"/v1/webhooks/{_segment(webhook_id)}")

    def deliveries(self, webhook_id, limit=20, offset=0):
        """Those of the last 7 days, newest first."""
        path = f"/v1/webhooks/{_segment(webhook_id)}/deliveries?limit={int(limit)}&offset={int(offset)}"
        return self._client._send("GET", path)

    def ping(self, webhook_id):
        """Sends a signed test event now."""
        return self._client._send("POST", f"/v1/webhooks/{_segment(webhook_id)}/ping")

    def rotate_secret(self, webhook_id):
        """The new secret is in this answer and in no other. Both sign for 24 hours."""
        return self._client._send("POST", f"/v1/webhooks/{_segment(webhook_id)}/rotate-secret")

    def redeliver(self, webhook_id, since):
        return self._client._send("POST", f"/v1/webhooks/{_segment(webhook_id)}/redeliver", {"since": since})


class AsyncYantraClient:
    """The operations of YantraClient for asyncio, each in a thread of its own, with the same arguments."""

    def __init__(self, *args, **kwargs):
        self._client = YantraClient(*args, **kwargs)
        self.webhooks = _Awaited(self._client.webhooks)

    def __getattr__(self, name):
        return getattr(_Awaited(self._client), name)

    async def search(self, **parameters):
        """Iterates over every hit of every page; `limit` is the size of a page."""
        async for hit in _each(self._client.search(**parameters)):
            yield hit

    async def listings(self, **parameters):
        """Iterates over every used listing of every page; `limit` is the size of a page."""
        async for hit in _each(self._client.listings(**parameters)):
            yield hit

    async def changes(self, since="", limit=1000, include=""):
        """Iterates over every machine that changed since a cursor, once; without one over the whole catalogue."""
        async for change in _each(self._client.changes(since, limit, include)):
            yield change


class _Awaited:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        operation = getattr(self._target, name)
        if name.startswith("_") or not callable(operation):
            raise AttributeError(name)
        return functools.partial(asyncio.to_thread, operation)


async def _each(iterator):
    end = object()
    while True:
        one = await asyncio.to_thread(next, iterator, end)
        if one is end:
            return
        yield one


def unwrap_webhook(body, headers, secret):
    """Checks the Standard Webhooks signature of a delivery and gives its event.

    `body` is the raw body as it came. Raises YantraError for anything that is not signed with the secret, or not within
    five minutes.
    """
    raw = body.encode() if isinstance(body, str) else bytes(body)
    found = {str(name).lower(): value for name, value in dict(headers).items()}
    try:
        message_id, timestamp, signatures = (found[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise YantraError(f"the header {missing.args[0]} is missing") from None
    if not (timestamp.isascii() and timestamp.isdigit() and abs(time.time() - int(timestamp)) <= _TOLERANCE):
        raise YantraError("the delivery is not of the last five minutes")
    try:
        if not secret.startswith("whsec_"):
            raise ValueError
        key = base64.b64decode(secret[len("whsec_"):], validate=True)
    except (ValueError, binascii.Error):
        raise YantraError("the secret must begin with whsec_") from None
    signed = f"{message_id}.{timestamp}.".encode() + raw
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    for one in signatures.split(" "):
        version, _, signature = one.partition(",")
        if version == "v1" and hmac.compare_digest(signature.encode(), expected):
            return json.loads(raw)
    raise YantraError("the signature does not match: another secret, or the body was changed")


def _read_until(response, ends):
    """The whole body, or a TimeoutError once the attempt has lasted too long."""
    chunks = []
    while True:
        if time.monotonic() >= ends:
            raise TimeoutError("the body took too long")
        chunk = response.read1(65536) if hasattr(response, "read1") else response.read()
        if not chunk:
            break
        chunks.append(chunk)
    data = b"".join(chunks)
    announced = response.headers.get("content-length")
    if announced and announced.isdigit() and len(data) < int(announced):
        raise http.client.IncompleteRead(data)
    if response.headers.get("content-encoding", "").lower() != "gzip":
        return data
    try:
        return gzip.decompress(data)
    except (EOFError, zlib.error) as cause:
        raise http.client.IncompleteRead(data) from cause


def _every_hit(read_page, parameters):
    parameters.setdefault("limit", _LARGEST_PAGE)
    offset = parameters.pop("offset", 0)
    while True:
        page = read_page(**parameters, offset=offset)
        yield from page["hits"]
        offset += len(page["hits"])
        if not page["hits"] or offset >= page["total"]:
            return


def _to_query(parameters):
    """As a query string; what is empty is left out, lists are joined by commas."""
    pairs = []
    for name, value in parameters.items():
        if isinstance(value, (list, tuple)):
            value = ",".join(map(str, value))
        if value is not None and value != "":
            pairs.append((name, value))
    return "?" + urllib.parse.urlencode(pairs) if pairs else ""


def _segment(value):
    text = str(value)
    # An address would take `.` and `..` for directions.
    if text in ("", ".", ".."):
        raise YantraError(f'"{text}" names nothing')
    return urllib.parse.quote(text, safe="")


def _to_result(status, headers, data):
    try:
        result = json.loads(data)
    except ValueError as cause:
        raise YantraError("the answer is not JSON", status, headers) from cause
    result = _List(result) if isinstance(result, list) else _Object(result)
    result.answer = Answer(status, headers)
    return result


def _to_error(status, headers, data):
    try:
        problem = json.loads(data)
        if all(name in problem for name in ("code", "status", "title", "detail")):
            return YantraProblem(problem, headers)
    except (ValueError, TypeError):
        pass
    return YantraError(f"the server answered {status}", status, headers)


def _read_retry_after(value):
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _backoff(tried):
    return _FIRST_WAIT * 2**tried * (0.5 + random.random())
