"""Follows a shipment: what is known of it by a key of the customer's programs, and what comes by a webhook.

    FAIRLEAD_URL=http://localhost:4000 FAIRLEAD_KEY=... FAIRLEAD_SECRET=whsec_... \
        python3 docs/follow-shipment.py HOUSE_NUMBER --port 8099

Python 3.9 or later and its own library are enough. A proxy with TLS stands before the port in real life.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ADDRESS = os.environ["FAIRLEAD_URL"].rstrip("/")
KEY = os.environ["FAIRLEAD_KEY"]
SECRET = base64.b64decode(os.environ["FAIRLEAD_SECRET"].removeprefix("whsec_"))
OLDEST_SECONDS = 300
LARGEST_BYTES = 1_000_000


def call(path, given, is_form=False):
    """One call, as /openapi/customer.json describes it. Every answer is an envelope; code 200 is success."""
    text = urllib.parse.urlencode(given) if is_form else json.dumps(given)
    kind = "application/x-www-form-urlencoded" if is_form else "application/json"
    request = urllib.request.Request(
        ADDRESS + "/api" + path,
        data=text.encode(),
        headers={"Authorization": "Bearer " + KEY, "Content-Type": kind},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        envelope = json.load(answer)
    if envelope["code"] != 200:
        sys.exit(envelope["message"])
    return envelope["data"]


def is_genuine(headers, body):
    """Whether the provider sent these bytes, and not long ago."""
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > OLDEST_SECONDS:
        return False
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    mine = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest("v1," + mine, one) for one in given)


def line_of(event):
    """A line for people; times of the wire are in UTC+8."""
    place = event["place"]["name"] if event["place"] else "-"
    return f"{event['classifier']} {event['at']} {event['code']} {place}"


def follow(house_number, port):
    rows = call("/shipment/list", {"houseNumber": house_number, "pageSize": 20})["rows"]
    row = next((row for row in rows if row["houseNumber"] == house_number), None)
    if row is None:
        sys.exit(f"There is no shipment {house_number}")
    shipment = call("/shipment/detail", {"id": row["id"]}, is_form=True)
    print(f"{house_number} {shipment['status']}")
    for event in shipment["events"]:
        print(line_of(event))
    seen = set()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers.get("content-length", "0"))
            body = self.rfile.read(min(length, LARGEST_BYTES))
            if not is_genuine(self.headers, body):
                return self.end(401)
            message_id = self.headers["webhook-id"]
            message = json.loads(body)
            # A message that was taken before comes again when its answer was lost.
            is_told = message["type"] == "shipment.event" and message["data"]["id"] == row["id"]
            if message_id not in seen and is_told:
                print(f"NEW {line_of(message['data']['event'])}", flush=True)
            seen.add(message_id)
            self.end(204)

        def end(self, status):
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("house_number")
    options.add_argument("--port", type=int, default=8099)
    asked = options.parse_args()
    follow(asked.house_number, asked.port)
